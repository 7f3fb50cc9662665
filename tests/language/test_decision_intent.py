"""Which turns say that something was decided (C43, NFR-003)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.decision_intent import LONGEST, decision_sentence, is_decision, shorten_sentence

DECIDED = [
    "We decided to keep the audit log.",
    "Let's go with option B.",
    "Agreed: retries are capped at three.",
    "We will use a queue instead of polling.",
    "I choose option A.",
    "The decision is to ship without offline mode.",
    "Go for option B.",
    "We'll keep the table as it is.",
    "Okay, let's go with last-write-wins.",
    "We've agreed on three retries.",
    "We settled on Postgres.",
    "Our decision: no guest accounts.",
    "Decision: we cap at 3.",
    "I think we decided on option A.",
    "It would be slow, so let's go with A.",
    "As Alex suggested, let's go with A.",
    "That's settled then.",
    "It has been decided that exports are CSV.",
    "Option A it is.",
    "I decide: the cut-over is on a Sunday.",
    "Option B, please.",
    "option A",
    "I'd like to go with option B.",
    "We're going with the outbox.",
    "I'll go with B.",
    "We won't support IE.",
    "Let's not use polling.",
    "If nobody objects, let's go with A.",
    "Even if it is slower, we'll go with A.",
    "We agreed that the user sees a spinner.",
    "Decided: no offline mode.",
    "Everyone agreed to drop the sync.",
    "Good points. Let's drop the wizard. Errors next.",
    "- We decided to keep **both** formats.",
    "1. We chose UUIDs because they can be made offline.",
    "I vote for option A.",
    "We have agreement on the retry limit.",
    "We're keeping the synchronous path.",
    "Since Maya raised the user's wait, we will keep the spinner.",
    "Three retries it is.",
    "Agreed that the import is nightly.",
    "My choice is option A.",
    "I approve option A.",
    "Let's keep it at ten minutes.",
    "We opted for one table.",
    "Resolved: exports are CSV.",
    "We both agree that the limit stays.",
    "We rule out polling.",
    "Then let's make it configurable.",
    "We'll go with Alex's proposal.",
    "We have decided against a second queue.",
    "Going with B then.",
    "OK, go with the outbox.",
    "Let's set the limit to 5 MB.",
    "I am going with A.",
    "We finally settled for a nightly job.",
    "The team agreed on CSV.",
    "We will not store card numbers.",
    "Let's leave bulk import out.",
    "So we'll defer the mobile app.",
    "The final decision was to reject uploads over 10 MB.",
    "Let's go for the nightly import then.",
    "We'll add a confirmation step before deletion.",
    "OK, decided: exports run at night.",
    "The team has decided on CSV.",
    "Fine, B it is.",
    "We went with option C.",
    "I'm fine with option A.",
    "Let's keep both and revisit after the pilot.",
    "We are not going to support Safari 12.",
    "Please use option A.",
    "Then we'll use the outbox pattern, agreed.",
    "Agreed, let's cap it at three.",
    "My decision: no offline mode in the first release.",
    "Jordan and I agreed that errors are returned as values.",
    "It was decided in March to drop XML.",
    "We have chosen to ignore duplicates.",
    "I'm choosing option B.",
    "Our choice is the outbox.",
    "Great, so we're going with the wizard.",
    "I accept the risk, go with A.",
    "Right, we'll use the existing table.",
    "I changed my mind: let's go with B.",
    "I have decided to drop the export.",
    "Our decision is final: no guest checkout.",
    "Fine by me, let's ship it without search.",
    "We picked the simplest option.",
    "So it's agreed, three retries.",
]

OPEN = [
    "Should we go with option A?",
    "If we decide to cache, we will use more memory.",
    "Alex would go with option B.",
    "Alex decided to leave the room.",
    "Jordan says we decided on CSV.",
    "I would go with A.",
    "We could go with A or B.",
    "We haven't decided yet.",
    "We have not agreed on a limit.",
    "The decision is yours.",
    "The decision is still open.",
    "Nothing has been decided.",
    "Let's keep in mind that users wait.",
    "Let's discuss the errors.",
    "Let's look at the options.",
    "Let's take a step back.",
    "Let's hear from Jordan.",
    '"We decided to use CSV" is in the notes.',
    "What did we decide?",
    "I agree with Alex that the cache adds risk.",
    "Option A: we will use a queue.",
    "Under option B we will use two tables.",
    "Let's make this concrete.",
    "We need to decide who owns the data.",
    "We decide tomorrow.",
    "Before we decide, let us look at the costs.",
    "Who decided that?",
    "The user decides which format to use.",
    "We should use a queue.",
    "I recommend option A because it is simple.",
    "The status is decided by the back office.",
    "Once we agree, we can start.",
    "What if we go with A?",
    "I don't think we decided that.",
    "This is an architectural decision.",
    "The choice is between A and B.",
    "Maya prefers option A.",
    "Alex wants us to go with B.",
    "It depends on what was agreed with the customer.",
    "Let's move on to error handling.",
    "`let's go with A`",
    "> We decided on A\n\nWhat about B",
    "Let's stay focused on the question.",
    "Let's start with the user.",
    "Let's use an example.",
    "How do we decide?",
    "We will see.",
    "We will need more time.",
    "I'll add that errors matter.",
    "I'll keep that in mind.",
    "We would use a queue in that case.",
    "Perhaps we go another way.",
    "Suppose we decided on A, what then happens to B is unclear.",
    "That is what it is.",
    "The user can choose option A.",
    "When we decided on CSV is not recorded.",
    "There is no decision on retries.",
    "The criteria are not agreed.",
    "It is yet to be decided.",
    "Let's say we use a queue.",
    "Let's see who needs it.",
    "To decide, we need numbers.",
    "Do we agree that retries are capped?",
    "My concern is the retry limit.",
    "Before we decided on CSV there was XML.",
    "I think we should choose option A.",
    "Which one did we choose?",
    "Alex chose a queue in his proposal.",
    "We will probably need a queue.",
    "Let's think about the user first.",
    "The stakeholders agreed on a date.",
    "We can decide that later.",
    "Let's park this.",
    "If the cache fails, we will use the database.",
    "Maybe let's go with A?",
    "I'd choose the queue.",
    "No decision was made about logging.",
    "Let's ask Alex about the risk.",
    "The rule is decided by the admin per team.",
    "We agreed to disagree.",
    "Let's define an error type for this.",
    "I choose to believe the numbers.",
    "We will keep the discussion short.",
    "The best choice is a queue.",
    "We have to decide today.",
    "Let's revisit this tomorrow.",
    "If Alex is right, let's go with the cache.",
    "They decided to outsource it.",
    "We may go with B.",
    "I wish we had decided that earlier.",
    "Last year we decided against letters and then changed our mind.",
    "We decided on letters two years ago.",
    "Back then we went with letters.",
]


@pytest.mark.parametrize("text", DECIDED)
def test_c43_nfr_003_a_turn_that_decides_is_noticed(text):
    assert is_decision(text)


@pytest.mark.parametrize("text", OPEN)
def test_c43_questions_conditions_reports_and_advice_decide_nothing(text):
    assert not is_decision(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Good points. Let's drop the wizard. Errors next.", "Let's drop the wizard."),
        ("1. We chose “UUIDs” for this.\n2. Errors?", "We chose “UUIDs” for this."),
        ("- We decided to keep **both**\n- And who tests?", "We decided to keep **both**"),
        ("Fine.\n\nWe will use a queue\nbecause it is there.", "We will use a queue"),
        ("Nothing yet.", ""),
    ],
)
def test_c43_the_sentence_that_decides_is_shown(text, sentence):
    assert decision_sentence(text) == sentence


def test_c43_a_long_sentence_is_cut_at_a_word():
    cut = decision_sentence("We decided to " + "keep everything " * 30)
    assert len(cut) <= LONGEST
    assert cut.endswith(("keep…", "everything…"))


TALK = st.lists(
    st.sampled_from(
        [
            "we",
            "decided",
            "let's",
            "go",
            "with",
            "option",
            "A",
            "?",
            ".",
            ",",
            "if",
            "Alex",
            "said",
            "not",
            "the",
            "decision",
            "is",
            "agreed",
            ":",
            "`",
            '"',
            "\n",
        ]
    )
    | st.text(max_size=4),
    max_size=25,
).map(" ".join)


@given(TALK)
def test_any_text_can_be_read(text):
    sentence = decision_sentence(text)
    assert len(sentence) <= LONGEST
    assert is_decision(text) == bool(sentence)
    assert "\n" not in sentence


@given(TALK)
def test_a_shortened_sentence_stays_as_it_is(text):
    assert shorten_sentence(shorten_sentence(text)) == shorten_sentence(text)


@given(st.sampled_from(DECIDED + OPEN))
def test_capitals_do_not_matter(text):
    assert is_decision(text.upper()) == is_decision(text)


@given(st.sampled_from(DECIDED))
def test_a_quoted_decision_is_somebody_elses(text):
    assert not is_decision(f"> {text}")
    assert not is_decision(f"```\n{text}\n```")

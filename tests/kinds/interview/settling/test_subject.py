"""Only words about the matter of the notes settle a topic, each for what it says itself, and a question said back is no
answer."""

import re

import pytest

from reviews.kinds.interview.settling.messages import BESIDE, SAID_BACK
from reviews.kinds.interview.settling.sources import SaidWords, SettlingSources
from reviews.kinds.interview.settling.subject import subject_of
from reviews.kinds.interview.settling.topics import USED_UP, judge_quote
from reviews.kinds.notes import Note
from reviews.language.scorecard import TOPICS
from reviews.log.values import Heard
from reviews.states import EventKind
from tests.kinds.interview.stage import NOTES, ROUND, SETTLING, Stage, script

BANANAS = {
    "problem": "The problem is that bananas turn brown after 5 days.",
    "affected": "Monkeys in the zoo are affected, all 40 of them.",
    "why": "Each banana costs us 2 euros.",
    "why_now": "The harvest ends on 1 June, so hurry.",
    "how": "First peel it, then cut it in three and eat it with a fork.",
    "tradeoffs": "We considered apples and rejected them because of the colour.",
    "risks": "The main risk is that somebody slips on 3 peels.",
    "inaction": "If nothing is done, the bananas will rot every week.",
    "evidence": "We measured 25 degrees in the kitchen in March.",
    "ask": "We ask the zoo to approve 300 bananas by May.",
}
PAYMENTS = "# Payment retries\n\nWe will do something about payments soon.\n"
WEEKEND = """# My weekend

We could not find a parking space for 20 minutes on Saturday.

All 14 guests were hungry, and the children complained.

Each beer cost us 6 euros, so the evening was expensive.

The shop closes at 8 pm on 3 May, so we hurried.

We put the meat on the grill and then turned it every 2 minutes.

We considered a pizza instead of meat and rejected it because of the price.

The main risk was rain, and a guest may fall into the pond.

If nothing is done, the garden will grow wild every year.

We measured 23 degrees in the shade on Sunday.

We ask our friends to bring 2 salads by Friday.
"""
SMALL_TALK = {
    "problem": ("Problem", "We met on 3 May and had coffee with 12 colleagues."),
    "affected": ("Who is affected", "The room had 20 chairs and a large window."),
    "why": ("Why it matters", "Lunch was served at noon in the 2 halls."),
    "why_now": ("Why now", "The walls were painted blue in 2019."),
    "how": ("How it works", "The chairs were comfortable for 14 people."),
    "tradeoffs": ("Alternatives", "The coffee tasted good to all 12 colleagues."),
    "risks": ("Risks", "The window was open for 20 minutes that day."),
    "inaction": ("If nothing is done", "Somebody told a joke about a parrot."),
    "evidence": ("Evidence", "The cake had 12 pieces and a cherry."),
    "ask": ("What we ask", "The meeting ended at 4 pm on 3 May."),
}


def held(notes: str, quotes: dict[str, str], said: str = "", *, asks: bool = True) -> Stage:
    """An interview on these notes in which ELM claims these quotes, once Ana has said this if anything was asked."""
    topics = [{"topic": topic, "status": "answered", "quote": quote} for topic, quote in quotes.items()]
    done = Heard("Clear.\n\n[SATISFIED]", {"stance": "satisfied", "topics": topics})
    rounds = (ROUND, done) if asks else (done,)
    provider = script(*rounds, settle=Heard("Settled.", {"topics": topics}))
    stage = Stage(
        provider, notes=(Note("a1", "retries.md", notes),), answered_by="me" if said else "ai"
    ).run()
    if said:
        stage.say(said)
    return stage.run()


def answered(topic: str, question: str, said: str, notes: str = NOTES) -> str:
    """How what Ana answers to a question settles its topic, or why it does not."""
    sources = SettlingSources(
        (("retries.md", notes),), (SaidWords(said, ((topic, question),)),), ((topic, question),)
    )
    found = judge_quote(sources, topic, said)
    return found if isinstance(found, str) else found.standing


def test_a_message_about_bananas_settles_nothing_on_payments():
    stage = held(PAYMENTS, BANANAS, " ".join(BANANAS.values()))
    assert stage.end == ("finished", "not_ready")
    assert stage.state.scorecard.answered == ()


@pytest.mark.parametrize("topic", BANANAS)
def test_an_answer_about_bananas_is_beside_every_question(topic):
    assert answered(topic, "What do you say to that?", BANANAS[topic]) == BESIDE


@pytest.mark.parametrize(
    ("topic", "question", "said"),
    [
        ("affected", "Who is affected?", "Anna Berg"),
        ("why_now", "By when is it needed?", "by 3 May"),
        ("why", "How much is it worth?", "EUR 12,000 a year"),
        ("ask", "Who decides what, and by when?", "The board should approve 20,000 euros by May."),
        ("risks", "What could go wrong?", "A customer may be charged twice."),
        ("tradeoffs", "What else was there?", "A courier was too expensive at 41,000 euros."),
    ],
)
def test_a_short_answer_of_the_right_kind_or_about_the_matter_settles_its_topic(topic, question, said):
    assert answered(topic, question, said) == "message"


def test_a_passage_that_the_question_quotes_is_the_matter_too():
    question = "You write “the oven was lit at noon”: what could go wrong with it?"
    assert answered("risks", question, "The oven may burn down.") == "message"
    assert answered("risks", "What could go wrong?", "The oven may burn down.") == BESIDE


@pytest.mark.parametrize(
    ("topic", "question", "said"),
    [
        ("why_now", "Why now, and not in half a year?", "Why now, and not in half a year."),
        (
            "inaction",
            "“A third of the customers give up in the last step”: what happens if you do nothing at all?",
            "A third of the customers give up in the last step.",
        ),
        (
            "risks",
            "Suppose the retries of declined cards have failed a year from now: what was the cause?",
            "The retries of declined cards have failed a year from now.",
        ),
    ],
)
def test_elms_own_question_said_back_is_no_answer(topic, question, said):
    assert answered(topic, question, said) == SAID_BACK


def test_a_diary_with_a_cue_for_each_topic_is_never_plainly_ready():
    lines = [line for line in WEEKEND.splitlines() if line and not line.startswith("#")]
    quotes = dict(zip(("problem", "affected", "why", "why_now", "how", "tradeoffs"), lines, strict=False))
    quotes |= dict(zip(("risks", "inaction", "evidence", "ask"), lines[6:], strict=True))
    assert set(quotes) == set(TOPICS)
    for asks in (True, False):
        stage = held(WEEKEND, quotes, asks=asks)
        assert stage.end == ("finished", "ready_with_caveats")
        caveats = stage.of(EventKind.VERDICT)[-1].data["caveats"]
        assert "Most of what settles the topics does not share the subject of the notes." in caveats


def test_small_talk_below_the_right_headings_is_elms_judgement_at_most():
    notes = "# Payment retries\n\n" + "".join(
        f"## {heading}\n\n{words}\n\n" for heading, words in SMALL_TALK.values()
    )
    quotes = {topic: words for topic, (_, words) in SMALL_TALK.items()}
    for asks in (True, False):
        stage = held(notes, quotes, asks=asks)
        assert stage.end == ("finished", "ready_with_caveats")
    judged = [line for line in stage.of(EventKind.VERDICT)[-1].data["caveats"] if "judgement" in line]
    assert len(judged) > 5


@pytest.mark.parametrize("quote", ["{all}", "{first} … {last}"])
def test_one_quotation_of_all_that_the_notes_say_settles_two_topics(quote):
    words = list(SETTLING.values())[1:6]
    notes = f"# Payment retries\n\n{' '.join(words)}\n"
    given = quote.format(all=" ".join(words), first=words[0], last=words[-1])
    stage = held(notes, dict.fromkeys(TOPICS, given))
    assert stage.end == ("finished", "not_ready")
    assert len(stage.state.scorecard.answered) == 2
    refused = {one["why"] for event in stage.of(EventKind.QUESTION) for one in event.data["refused_topics"]}
    assert USED_UP in refused


def test_a_quotation_within_another_shares_its_limit_and_a_sentence_of_it_counts_for_itself():
    words = list(SETTLING.values())[1:6]
    notes = f"# Payment retries\n\n{' '.join(words)}\n"
    longer, shorter = " ".join(words), " ".join(words[1:])
    quotes = {"affected": longer, "why": longer, "why_now": shorter, "how": SETTLING["how"]}
    stage = held(notes, quotes)
    assert stage.state.scorecard.answered == ("affected", "why", "how")


def test_notes_are_about_what_their_title_says_and_what_stands_with_it():
    subject = subject_of((("retries.md", NOTES),))
    assert subject.relates("A card of a customer is charged again.") == "about"
    assert subject.relates("The board approves 20,000 euros by May.") == "plain"
    assert subject.relates("The orchestra plays out of tune.") == "foreign"
    assert subject.relates("Der Kunde zahlt zweimal.") == "about"


@pytest.mark.slow
def test_a_hostile_megabyte_has_a_subject_in_seconds():
    text = " ".join(f"word{n} other{n % 7}." for n in range(60_000))
    assert re.search("other", text)
    assert subject_of((("big.md", text),)).relates("The orchestra plays.") in ("plain", "foreign", "about")

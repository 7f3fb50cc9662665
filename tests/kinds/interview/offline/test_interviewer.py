"""The questioning side: broad first, at most ten questions, never one twice, never a word that nobody wrote."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reviews.kinds.interview.offline import interviewer
from reviews.kinds.interview.offline.asking import topic_of
from reviews.kinds.interview.settling.owed import NOT_OWED
from reviews.language.matching import flatten_text, is_quoted
from reviews.language.repetition import repeats_earlier
from reviews.language.scorecard import TOPICS
from reviews.states import EventKind
from tests.drawing import examples
from tests.kinds.interview.offline.sessions import (
    ANSWERS,
    BANANAS,
    CLEAR,
    SAMPLE,
    VAGUE,
    caveats,
    facts,
    held,
    honest,
    interview,
    outcome,
    questions,
)
from tests.kinds.interview.stage import Stage

GERMAN = (
    "# Umzug\n\n"
    + "Wir ziehen um, weil der Vertrag mit dem Rechenzentrum endet und die Kosten steigen. " * 12
)
CODE = "# Parser\n\n```python\n" + "def f(x):\n    return x\n" * 300 + "```\n\nThis uses `f`.\n"
SAMPLES = {
    "vague": VAGUE,
    "clear": CLEAR,
    "payment": SAMPLE.read_text(),
    "german": GERMAN,
    "chinese": "# 支付\n\n" + "我们计划在支付失败后自动重试。" * 20,
    "code": CODE,
    "one word": "Hello.",
    "windows": VAGUE.replace("\n", "\r\n"),
    "marker": "# N\n\n[SATISFIED]\n\nWe will significantly improve everything. [SATISFIED]\n",
}
every_sample = pytest.mark.parametrize("text", SAMPLES.values(), ids=SAMPLES)
lines = st.sampled_from(
    [
        *VAGUE.splitlines(),
        *CLEAR.splitlines(),
        "## Open questions",
        "- Who pays?",
        "“Quoted”.",
        "| a | b |",
        "```",
    ]
)
words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60)
notes = st.lists(lines | words, min_size=1, max_size=25).map("\n".join).filter(str.strip)


def ask(text: str, **known: object) -> interviewer.QuestionResult:
    return interviewer.question(facts(text, **known))[1]


def quotes_of(stage: Stage) -> list[str]:
    """Every quote of the session that claims to be verbatim."""
    found = []
    for event in stage.events:
        found += [q["quote"] for q in event.data.get("questions") or () if q["quote"]]
        found += [t["quote"] for t in event.data.get("topics") or () if t["quote"]]
        found += [c["quote"] for c in event.data.get("citations") or ()]
    return found


@pytest.mark.slow
@every_sample
def test_the_same_notes_give_the_same_session(text):
    assert held(text).events == interview(text).events


@every_sample
def test_a_session_ends_within_ten_questions_and_repeats_none(text):
    asked = questions(held(text))
    assert len(asked) <= 10
    assert not any(repeats_earlier(question, asked[:n]) for n, question in enumerate(asked))


@every_sample
def test_every_round_has_two_to_four_questions_unless_only_one_is_left_b12(text):
    sizes = [len(round_.questions) for round_ in held(text).state.rounds[:-1]]
    assert all(2 <= size <= 4 for size in sizes[:-1])
    assert all(1 <= size <= 4 for size in sizes)


@pytest.mark.slow
@given(notes)
@examples(60)
@example("A\n\n## Open questions\n\n- Who pays for this and when?")
def test_rules_never_invent_a_quote(text):
    stage = interview(text)
    sources = [flatten_text(text), *(flatten_text(note.text) for note in stage.state.notes)]
    assert all(is_quoted(quote, sources) for quote in quotes_of(stage) if sum(map(str.isalnum, quote)) >= 4)
    refused = [event.data.get("refused") for event in stage.of(EventKind.REVISION)]
    assert not any(refused)
    assert not stage.of(EventKind.ERROR)


def test_the_first_round_asks_what_is_broad_and_not_settled():
    result = ask("We decided to use Rust for the new parser.")
    assert [question.topic for question in result.questions] == ["problem", "affected", "why", "inaction"]


def test_what_the_notes_settle_is_marked_with_their_words_and_not_asked():
    updates = {update.topic: update.quote for update in ask(CLEAR).topics}
    assert set(updates) == set(TOPICS)
    assert updates["ask"] == "We ask the board to approve 20,000 euros by 1 March 2027."
    assert updates["inaction"] == "If nothing is done, the price rises to 11 euros."


def test_notes_without_a_gap_satisfy_elm():
    stage = held(CLEAR)
    assert outcome(stage) == "ready"
    assert [round_.questions for round_ in stage.state.rounds] == [()]
    assert stage.state.rounds[0].text.endswith("\n\n[SATISFIED]")


def test_notes_with_gaps_end_as_not_ready_with_a_list_for_people_in_the_verdict_only():
    stage = held(SAMPLES["payment"])
    assert outcome(stage) == "not_ready"
    assert "Unknown: Which holds: 3 times or 5 times." in caveats(stage)
    assert "Which holds" not in stage.state.rounds[-1].text
    assert "[SATISFIED]" not in stage.state.rounds[-1].text


def test_a_round_that_the_notes_answer_nothing_of_is_the_last():
    stage = held(VAGUE)
    assert [bool(round_.questions) for round_ in stage.state.rounds] == [True, False]
    assert outcome(stage) == "not_ready"


def test_an_open_topic_and_what_is_unknown_of_it_are_told_once():
    found = caveats(held(VAGUE))
    assert "Unknown: How it works, in plain words: step by step, for a newcomer." in found
    still = next(line for line in found if line.startswith("Still open: "))
    assert "Why now" in still
    assert "How it works" not in still


def test_the_sample_is_asked_about_its_contradictions_with_both_passages():
    asked = questions(held(SAMPLES["payment"]))
    assert any(
        "at most 5 times” (“Proposal”), but “A failed charge is tried again at most 3 times" in q
        for q in asked
    )
    assert any(
        "10 June 2027” (“Timeline”), but “The first countries go live on 3 June 2027”" in q for q in asked
    )


@pytest.mark.slow
def test_a_person_who_answers_everything_gets_a_yes_with_what_rules_mark_as_a_caveat():
    stage = interview(SAMPLES["payment"], honest)
    assert outcome(stage) == "ready_with_caveats"
    assert any(line.startswith("The rules mark ") for line in caveats(stage))
    assert stage.state.scorecard.topics["inaction"].quote == ANSWERS["inaction"]


@pytest.mark.parametrize("text", [SAMPLES["payment"], VAGUE], ids=["payment", "vague"])
def test_bananas_are_asked_once_more_stay_open_and_never_give_a_yes(text):
    stage = interview(text, lambda question: BANANAS)
    assert outcome(stage) == "not_ready"
    assert BANANAS not in stage.state.notes[0].text
    asked = questions(stage)
    assert sum("which other way did you weigh" in question.lower() for question in asked) == 1
    assert sum(topic_of(question) == "tradeoffs" for question in asked) == 2
    assert "does not speak to what I asked, so I ask once more" in stage.state.rounds[1].text


def test_one_sentence_for_everything_does_not_settle_everything():
    stage = interview(SAMPLES["payment"], lambda question: ANSWERS["inaction"])
    assert outcome(stage) == "not_ready"


def test_a_person_who_knows_nothing_is_asked_once_more_and_then_told_what_is_missing():
    stage = interview(VAGUE, lambda question: "I don't know")
    asked = questions(stage)
    assert outcome(stage) == "not_ready"
    assert len(asked) <= 10
    assert sum("which other way did you weigh" in question.lower() for question in asked) == 1
    assert stage.state.rounds[-1].questions == ()


def test_an_unanswered_detail_makes_ready_with_caveats_at_best():
    def reply(question: str) -> str:
        return "no idea" if "which date holds" in question else honest(question)

    stage = interview(SAMPLES["payment"], reply)
    assert outcome(stage) == "ready_with_caveats"
    assert any("Not answered: what I asked about “The first countries" in line for line in caveats(stage))


def test_a_wish_comes_first_and_is_said():
    wish = ["Please look at the rollout."]
    result = interviewer.question(facts(SAMPLES["payment"], messages=wish))[1]
    assert result.questions[0].text.startswith("You raised “rollout”. The notes have “We start with")


def test_a_wish_that_the_notes_never_mention_becomes_a_question_once():
    wish = ["What about GDPR?"]
    first = ask(VAGUE, messages=wish).questions
    assert first[0].text.startswith("You raised “GDPR”, and the notes never mention it")
    asked = (tuple(question.text for question in first),)
    again = ask(VAGUE, messages=wish, asked=asked, answers=("-",), round=2).questions
    assert not any("GDPR" in question.text for question in again)


def test_a_message_that_tells_something_settles_its_topic():
    said = ["If nothing is done, we will lose the contract."]
    updates = {update.topic: update.quote for update in ask(VAGUE, messages=said).topics}
    assert updates["inaction"] == "If nothing is done, we will lose the contract."


def test_a_report_is_neither_asked_why_now_nor_does_anybody_waive_it():
    text = "# 2025 Annual Report: Team Search\n\nWe closed 40 tickets and released twice, in May and in October.\n"
    result = ask(text)
    assert not any(update.status == "waived" for update in result.topics)
    assert not {question.topic for question in result.questions} & NOT_OWED["record"]
    card = interview(text).state.scorecard
    assert set(card.having("not_owed")) == NOT_OWED["record"]
    assert card.topics["why_now"].reason.startswith("“2025 Annual Report: Team Search” records what was done")


@pytest.mark.slow
def test_a_deeper_review_does_not_ask_again():
    before = held(SAMPLES["payment"])
    previous = "\n\n".join(f"ELM: {round_.text}" for round_ in before.state.rounds)
    asked = questions(interview(SAMPLES["payment"], deeper=True, previous=previous))
    assert asked
    assert not set(asked) & set(questions(before))


def test_notes_in_another_language_are_told_so_and_get_the_broad_questions_only():
    stage = held(GERMAN)
    assert "does not seem to be in English" in stage.state.rounds[0].text
    assert all(question.quote == "" for round_ in stage.state.rounds for question in round_.questions)


@pytest.mark.slow
def test_a_megabyte_of_notes_is_asked_about_within_a_minute():
    stage = interview((SAMPLES["payment"] * 180)[:1_000_000])
    assert outcome(stage) == "not_ready"

"""The answering side: the passage that answers, or that the notes do not say. Never a passage beside the point."""

from reviews.kinds.interview.offline import answerer, interviewer
from reviews.kinds.interview.state import Question
from reviews.language.reading import lookup
from reviews.language.reading.document import read_document
from tests.kinds.interview.offline.sessions import CLEAR, SAMPLE, VAGUE, facts

NOTHING = (
    "Rules, which go by words, find no answer to that in the notes: people have to give it "
    "or say where it stands."
)
COURIER = lookup.index(read_document(CLEAR))


def given(text: str, *questions: Question, **known: object) -> tuple[str, answerer.AnswerResult]:
    return answerer.answer(facts(text, questions=questions, **known))


def asked(text: str, part: str) -> Question:
    """The question of the interview on `text` that has `part` in it."""
    earlier: tuple[tuple[str, ...], ...] = ()
    for number in range(1, 6):
        known = facts(text, asked=earlier, answers=("-",) * len(earlier), round=number)
        questions = interviewer.question(known)[1].questions
        earlier = (*earlier, tuple(question.text for question in questions))
        for question in questions:
            if part in question.text:
                return Question(question.text, question.topic, question.quote)
    raise AssertionError(f"Nothing was asked about {part!r}: {earlier}")


def test_a_topic_that_the_notes_settle_is_answered_with_their_words_and_section():
    text, result = given(CLEAR, Question("Why now?", "inaction"))
    assert "“Why now”" in text
    assert "“If nothing is done, the price rises to 11 euros”" in text
    assert [c.quote for c in result.citations] == ["If nothing is done, the price rises to 11 euros."]
    assert result.unknowns == []


def test_a_row_of_a_table_answers_with_the_titles_of_its_columns():
    row = "| Battery fire | Rare | Chargers stand behind a fire wall | Ines Brandt |"
    heads = "| Danger | Likely? | Answer | Watched by |\n|---|---|---|---|"
    notes = f"# Batteries\n\n## What could hurt us\n\n{heads}\n{row}\n"
    text, result = given(notes, Question("What could go wrong?", "risks"))
    assert "Danger: Battery fire; Likely?: Rare; Answer: Chargers stand behind a fire wall" in text
    assert [c.quote for c in result.citations] == [row]
    text, _ = given(notes, Question("Who watches the chargers and the fire wall?", ""))
    assert "Watched by: Ines Brandt" in text


def test_what_the_notes_leave_open_is_said_and_goes_on_the_list():
    text, result = given(VAGUE, Question("Why now?", "why_now"))
    assert "notes" in text
    assert result.citations == []
    assert result.unknowns == ["Why now, and what happens when it waits half a year."]


def test_answers_refer_to_the_questions_by_number_and_what_has_none_is_told_in_one_sentence():
    questions = [Question("Why now?", topic) for topic in ("why_now", "problem", "inaction")]
    text, result = given(VAGUE, *questions)
    answered, left = text.split("\n\n")
    assert answered.startswith("2. ")
    assert left == (
        "Rules, which go by words, find no answer to 1 and 3 in the notes: "
        "people have to give it or say where it stands."
    )
    assert len(result.unknowns) == 2


def test_when_no_question_has_an_answer_that_is_all_that_is_said():
    text, _ = given(VAGUE, Question("Why now?", "why_now"), Question("What do you ask?", "ask"))
    assert text == NOTHING


def test_of_a_contradiction_none_of_the_passages_is_chosen():
    sample = SAMPLE.read_text()
    text, result = given(sample, asked(sample, "at most 5 times"))
    assert text == NOTHING
    assert result.citations == []
    assert result.unknowns == ["Which holds: 3 times or 5 times."]


def test_a_risk_that_the_notes_name_is_not_answered_with_another_one():
    sample = SAMPLE.read_text()
    text, result = given(sample, asked(sample, "Card networks limit"))
    assert text == NOTHING
    assert result.citations == []
    assert result.unknowns[0].startswith("Risks: what is done about “Card networks limit how often")


def test_what_a_person_said_before_is_an_answer():
    said = ["If nothing is done, we will lose the contract."]
    text, result = given(VAGUE, Question("What if you do nothing?", "inaction"), messages=said)
    assert text == "1. You said: “If nothing is done, we will lose the contract”."
    assert result.citations == result.unknowns == []


def test_an_unknown_that_is_on_the_list_is_not_listed_again():
    known = ["Why now, and what happens when it waits half a year."]
    _, result = given(VAGUE, Question("Why now?", "why_now"), unknowns=tuple(known))
    assert result.unknowns == []


def test_looking_up_finds_the_sentence_that_is_about_the_words():
    hit = lookup.best([COURIER], "Which carrier is chosen for a parcel with the lowest price?")
    assert hit is not None
    assert hit.passage.quote.startswith("We ask three carriers for each parcel")
    assert hit.passage.section == "How it works"


def test_looking_up_rather_finds_nothing_than_something_beside_the_point():
    assert lookup.best([COURIER], "Which databases are encrypted at rest?") is None
    assert lookup.best([COURIER], "Who is the owner of the price?") is None
    assert lookup.best([COURIER], "") is None

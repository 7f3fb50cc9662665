"""What Ana types that an interview is to be about comes first, and ELM says when her notes never mention it."""

from tests.kinds.interview.offline.sessions import SAMPLE, held, interview, questions


def test_what_the_notes_never_mention_is_raised_first_and_said_so():
    asked = questions(interview(SAMPLE.read_text(), topic="What about security and GDPR?"))
    assert asked[:2] == [
        "You raised “GDPR”, and the notes never mention it: what should a reader learn about it here?",
        "You raised “security”, and the notes never mention it: what should a reader learn about it here?",
    ]


def test_what_the_notes_have_on_it_is_quoted_first():
    asked = questions(interview(SAMPLE.read_text(), topic="the receipts"))
    assert asked[0].startswith("You raised “receipts”. The notes have “She gets a receipt")


def test_an_interview_without_a_topic_starts_broad_as_ever():
    assert not any("You raised" in text for text in questions(held(SAMPLE.read_text())))

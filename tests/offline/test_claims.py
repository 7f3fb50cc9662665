"""Claims that a decision could rest on: what is told, by which kind, and what backs a claim up."""

import pytest

from reviews.language.reading.document import read_document
from reviews.offline.finding import Finding
from reviews.offline.reviewer import review_text
from reviews.offline.setting import Setting

CLAIMS = {"vague_claim", "no_evidence", "untestable", "hedge"}


def claims(text: str) -> list[Finding]:
    return [finding for finding in review_text(text) if finding.kind in CLAIMS]


def told(text: str) -> set[str]:
    return {finding.kind for finding in claims(text)}


VAGUE = [
    "A good number of our readers came back in spring.",
    "Ana will pay the helpers where appropriate.",
    "The old boiler is poorly understood and costs us a lot of time.",
]
UNPROVEN = [
    "The new lamps will not affect the neighbours.",
    "We are confident that the visitors will follow.",
    "There are no good alternatives to the ferry.",
    "The drivers usually know how to find the back door, and customers rarely complain.",
    "Roughly 40 % of the guests never see the garden.",
    "The move to the new hall works for everyone.",
]
UNTESTABLE = [
    "The entrance must be pleasant and approachable.",
    "The new form must be easy to fill in.",
]
BACKED = [
    "Ana will pay the helpers where appropriate: at most two of them, for 14 euros an hour.",
    "Many of the lamps are broken, for example the one above the door.",
    "We counted 412 visitors, which is a large number of visitors for a Monday.",
    "The lamps will not affect the neighbours, see [the report](https://example.org/lamps).",
    "Roughly 40 % of the guests of May 2031 never saw the garden.",
    "Make the queue as short as possible, at most 4 people.",
    "The door is red and the key hangs in the kitchen.",
    "How often a lamp may be lit is written on it.",
    "# Hall\n\n## Risks\n\nWhat could go wrong, and how bad would it be?: the notes name no risk; Ana can say.",
]


@pytest.mark.parametrize("text", VAGUE)
def test_a_claim_without_its_measure_is_vague(text):
    assert "vague_claim" in told(text)


@pytest.mark.parametrize("text", UNPROVEN)
def test_a_claim_that_nothing_shows_is_told(text):
    assert "no_evidence" in told(text)


@pytest.mark.parametrize("text", UNTESTABLE)
def test_a_wish_that_nobody_could_check_is_told(text):
    assert "untestable" in told(text)


@pytest.mark.parametrize("text", BACKED)
def test_what_is_backed_up_or_plain_is_left_alone(text):
    assert told(text) == set()


def test_a_passage_is_told_once_however_much_is_wrong_with_it():
    text = "We hope that many visitors will find the new hall somewhat nicer, and that costs stay reasonable."
    assert len(claims(text)) == 1


def test_what_is_to_be_measured_needs_a_figure_to_reach():
    (finding,) = claims("# Hall\n\n## Success metrics\n\nAverage time to find a seat.")
    assert finding.message == "“Average time to find a seat” is a measure without a figure to reach."
    assert not claims("# Hall\n\n## Success metrics\n\nAverage time to find a seat: under 40 seconds.")


def test_a_heading_says_whether_claims_count_there():
    text = "# Hall\n\n## Why\n\nSome words.\n\n## Timeline\n\nOther words.\n\n## Goals\n\nMore words."
    document = read_document(text)
    why, timeline, goals = (s for s in document.sentences if s.kind == "paragraph")
    setting = Setting(document)
    assert setting.place_weight(why) > 0 > setting.place_weight(timeline)
    assert [setting.is_goal(sentence) for sentence in (why, goals)] == [False, True]


REFUSED = [
    "The keys will not be given to visitors.",
    "No ticket machine will be built.",
    "Steel was considered and ruled out.",
    "[DECIDED] visitors don't get access to the cellar",
    "# Bridge\n\nStatus: Rejected\n\nThe bridge crosses the river.",
]
EXPLAINED = [
    "No ticket machine will be built because the hall has no power.",
    "Steel was considered and ruled out: it rusts within 2 years.",
    "Steel was ruled out. It would need paint every year.",
    "# Bridge\n\nStatus: Rejected\n\nThe town cannot pay for it because the budget is spent.",
    "## Alternatives\n\nSteel was considered and ruled out.",
]


@pytest.mark.parametrize("text", REFUSED)
def test_a_refusal_owes_a_reason(text):
    assert "decision_no_rationale" in {f.kind for f in review_text(text)}


@pytest.mark.parametrize("text", EXPLAINED)
def test_a_refusal_with_a_reason_is_left_alone(text):
    assert "decision_no_rationale" not in {f.kind for f in review_text(text)}


READERS_KNOW = [
    "| Name | Initials |\n|---|---|\n| Ana Berg | ABQ |\n\nABQ will ask the board.",
    "The Quick Zebra Yard opens in May. Ben likes the QZY a lot less than Ana does.",
    "- ABQ: the door is open\n- JXK: it is not\n\nABQ will close it.",
    "The API answers with JSON over HTTP, and the VPC has its own CDN.",
]


@pytest.mark.parametrize("text", READERS_KNOW)
def test_initials_and_terms_of_the_trade_need_no_spelling_out(text):
    assert "acronym" not in {f.kind for f in review_text(text)}


def test_terms_of_the_trade_are_asked_for_where_the_readers_are_of_another():
    assert "acronym" in {f.kind for f in review_text("The parish hall gets a new VPC in autumn.")}


def test_engineers_are_asked_only_for_the_rarest_words():
    text = "Run `a`. Run `b`. Run `c`. The ingress is stateless, and calls to the ledger are idempotent."
    assert [f.quote for f in review_text(text) if f.kind == "jargon"] == ["idempotent"]

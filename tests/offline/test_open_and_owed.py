"""What Ana's notes leave open or owe: undecided points, blanks, leftovers of templates, parts that are only named."""

import pytest

from reviews.language.reading.document import read_document
from reviews.offline.reviewer import all_findings, review_text, unreviewed_language

OPEN = [
    "Whether the cellar should be heated as well still needs to be discussed.",
    "How many lockers the station gets has not been agreed.",
    "It isn't clear yet whether the landlord will pay.",
    "We have yet to agree on whether the shop needs a second till.",
    "The provisional plan is to rent a van.",
    "We don't know how many guests will come.",
    "Guests are either called, written to by post, or told at the door.",
    "What becomes of the old lift has been left undecided.",
    "How the chairs get into the hall needs more thought.",
    "## Next winter (WIP)\n\nHeat the hall.",
    "Paint the hall first (can we do this?), then the stairs.",
    "# Council meeting\n\n## Attendees\n\n- Ana\n\n## Agenda\n\nThe choir was talked over and was left hanging.",
    "## Open questions\n\n- Who keeps the key?",
    "- We buy three lamps.\n- Does the hall need more of them?",
]
SETTLED = [
    "Nothing is left to be decided on naming.",
    "We need to decide in May, so please read this.",
    "Which van is still open will be settled by 3 May 2031.",
    "If it is unclear who comes, call the office.",
    "When the landlord came, it was not clear whether he would pay.",
    "Does the hall need more lamps? No, three are enough.",
    "- Does the hall need more lamps?\n  - Ben: three are enough.",
    "## Who pays for it?\n\nThe landlord pays.",
    "They asked: “Is it clear who pays?”",
    "> How many lamps are left?",
    "The lamp had to be figured out in the dark.",
    "# Halls\n\n# Colours\n\nGrey and red.",
    "# Hall\n\n### Colour: grey\n### Price: low\n\nPaint it.",
    "# Council meeting\n\n## Attendees\n\n- Ana\n\n## Agenda\n\nBen: I don't know whether it is worth it.",
]


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in all_findings(read_document(text))}


@pytest.mark.parametrize("text", OPEN)
def test_a_point_without_anybody_who_settles_it_is_open(text):
    assert "open_point" in kinds(text)


@pytest.mark.parametrize("text", SETTLED)
def test_what_is_answered_denied_or_has_a_day_is_not_open(text):
    assert "open_point" not in kinds(text)


OWED = [
    "---\nowner: TBD\n---\n\nThe hall is painted in May.",
    "- Start: May 2031\n- Owner:\n- Budget: 300 euros\n\nThe hall is painted.",
    "Tracking issue: #NNNN",
    "The year before, the share was nn in a thousand.",
    "The porch has ____ amperes to spare, which is enough for the locks.",
    "Put two sentences on the lamps here and delete this hint.",
    "_Describe the impact on the neighbours here._",
    "The notes of the meeting: (notes to be pasted in here)",
    "Deciders: {list everyone involved in the decision}",
    "# Neat Enhancement Idea\n\nThe hall gets a new roof.",
    "| Step | Day |\n|---|---|\n| Paint | TBD |\n",
    "# Hall\n\n## News\n\n- [ ]\n\n## Plan\n\nPaint it.",
    "The picture is only a placeholder until the photographer has been here.",
]
PAID = [
    "Placeholder pods keep a node free for the next user.",
    "The TODO app is what every new team installs first.",
    "They went home believing the issue to be resolved.",
    "Nothing remains to be decided on the colour.",
    "*The hall is open on Mondays.*",
    "- Start: May 2031\n- Budget: 300 euros\n\nWhat we do:\n\n- Paint the hall.",
    "The list is ready to be decided on.",
    "The lamp had to be figured out in the dark.",
    "Other matters can be added to the list to be discussed as time allows.",
    "- Start: May 2031\n- Budget: 300 euros\n\nThe following halls are painted:\n- North: grey\n- South: red",
    "# Halls\n\n# Colours\n\nGrey and red.",
    "# Hall\n\n### Colour: grey\n### Price: low\n\nPaint it.",
    "# Council meeting\n\n## Attendees\n\n- Ana\n\n## Regrets\n\n## Agenda\n\n- The roof",
    "- Start: May 2031\n- Budget: 300 euros\n- Supersedes:\n- Shop issue:\n\nThe hall is painted.",
    "Start: May 2031\nBudget: 300 euros\nExample:\nNorth: grey\n\nThe hall is painted.",
    "# Hall\n\nPaint it.\n\n## Change log\n",
    "# Hall\n\nPaint it.\n\nstatus: open\nnotes: for comments\n---\n\n## Plan\n\nGrey.",
]


@pytest.mark.parametrize("text", OWED)
def test_blanks_marks_and_what_a_template_says_are_owed(text):
    assert "todo" in kinds(text)


@pytest.mark.parametrize("text", PAID)
def test_what_is_called_like_a_mark_is_none(text):
    assert "todo" not in kinds(text)


def proposal(**said: str) -> str:
    """A proposal with a section for each part; a part that is given replaces the usual one."""
    usual = {
        "why": "## Why\n\nEach month 400 guests wait in the rain, because the shelter has no roof.",
        "risks": "## Risks\n\nThe roof could leak; the builder repairs it for five years and Ben checks it yearly.",
        "alternatives": "## What we turned down\n\nUmbrellas would cost more within two years and get stolen.",
        "metric": "## Yardstick\n\nFewer than 20 complaints a month by September 2031, against 130 today.",
        "impact": "## Who notices\n\nThe 400 guests of the evening bus, and the driver who waits for them.",
        "owner": "Owner: Ana Silva",
        "date": "## When\n\nThe builder starts on 3 May 2031.",
        "cost": "## Cost\n\n18,000 euros once, and 200 a year for cleaning.",
    }
    body = "# Proposal: a roof for the shelter\n\nWe propose to build a roof over the shelter at the old market. "
    body += "The town should order it in spring, and it will stand before the rain of the autumn comes back. "
    filler = "The shelter stands beside the market, where buses of four lines stop and people change. " * 3
    return f"{body}\n\n{filler}\n\n" + "\n\n".join({**usual, **said}.values())


def missing(text: str) -> list[tuple[str, str]]:
    return [(f.kind, f.quote) for f in review_text(text) if f.kind.startswith("missing_")]


def test_a_proposal_with_all_its_parts_lacks_nothing():
    assert missing(proposal()) == []


@pytest.mark.parametrize(
    ("part", "shape"),
    [
        ("risks", "| Danger | Answer |\n|---|---|\n| Fire | Ben has an extinguisher |\n"),
        ("risks", "**What could go wrong.** The roof could leak; then the builder repairs it."),
        ("alternatives", "Other ideas: umbrellas, which get stolen and cost more within two years."),
        ("metric", "## How will we know it worked?\n\nFewer than 20 complaints a month, against 130 today."),
        ("metric", "We call it a success if fewer than 20 guests complain in a month, against 130 today."),
        ("owner", "| Step | Responsible |\n|---|---|\n| Order | Ana Silva |\n"),
        ("owner", "Ana Silva, head of the bus office, leads the work."),
        ("cost", "## What each choice costs\n\n| Roof | Umbrellas |\n|---|---|\n| 18,000 | 25,000 |\n"),
    ],
)
def test_a_part_is_known_in_any_shape(part, shape):
    assert missing(proposal(**{part: shape})) == []


@pytest.mark.parametrize("part", ["risks", "alternatives", "metric", "owner", "date", "cost", "impact"])
def test_a_part_that_is_nowhere_is_missing_from_the_whole_text(part):
    text = proposal(**{part: ""}).replace("400 guests", "the queue").replace("400 guests", "the queue")
    if part == "impact":
        text = text.replace("people change", "lines cross")
    if part == "date":
        text = text.replace(" by September 2031", "")
    assert (f"missing_{part}", "") in missing(text)


@pytest.mark.parametrize(
    ("part", "hollow", "quote"),
    [
        ("risks", "## Risks\n\nNone.", "## Risks"),
        ("risks", "## Risks\n\nSee above.", "## Risks"),
        ("cost", "## Cost\n\nThe cost is what it takes to build the roof.", "## Cost"),
        (
            "metric",
            "## Measure of success\n\nIt is successful when it is a success.",
            "## Measure of success",
        ),
        ("owner", "Owner: the team", "Owner: the team"),
        ("date", "## When\n\nIn due course, after the start.", "## When"),
        ("alternatives", "## Alternatives\n\nn/a", "## Alternatives"),
    ],
)
def test_a_part_that_is_only_named_is_told_with_its_heading(part, hollow, quote):
    assert (f"missing_{part}", quote) in missing(proposal(**{part: hollow}))


INCIDENT = """# Outage of the ticket machines

## Timeline

On 3 May 2031 at 8:00 the machines stopped, and 900 guests could not buy a ticket until noon.

## Root cause

The card reader was changed at night, and nobody had tried it with the old cards before it went out to all.

## Action items

"""


def test_an_incident_report_owes_who_does_what_is_left_and_no_alternatives():
    left = (
        "- Try each reader with the old cards before it goes out to the machines of all the stations again.\n"
        "- Write down how the reader is put back\n"
    )
    story = (
        "The machines stood at twelve stations, and staff sold tickets by hand while the reader was put back. "
        * 4
    )
    found = {f.kind: f.message for f in review_text(INCIDENT + left + "\n" + story) if "missing" in f.kind}
    assert found == {
        "missing_owner": "Nothing that is left to do has somebody's name on it.",
        "missing_date": "Nothing that is left to do has a date.",
    }
    done = left.replace("- Try", "- Ben will, by 10 May 2031, try")
    assert not [f for f in review_text(INCIDENT + done + "\n" + story) if "missing" in f.kind]


def test_work_that_is_ticked_off_owes_no_name():
    left = (
        "- [x] Try each reader with the old cards before it goes out to the machines of all the stations.\n"
    )
    story = "The machines stood at twelve stations, and staff sold tickets by hand all the morning long. " * 6
    assert missing(INCIDENT + left + "\n" + story) == []


def test_a_list_of_work_without_any_name_is_told_once():
    text = "# Choice of a roof\n\nStatus: accepted\n\n## Follow-up actions\n\n- Order the beams\n- Paint the wall\n"
    (found,) = [f for f in review_text(text) if f.kind == "action_no_owner"]
    assert (found.quote, found.message.split(",")[0]) == (
        "Order the beams", "None of the 2 items of work that are listed names who does it",
    )  # fmt: skip


def test_notes_in_german_get_marks_and_links_but_no_missing_parts():
    notes = (
        "# Neues Dach\n\n"
        + "Wir bauen ein Dach über die Haltestelle, weil die Gäste im Regen stehen und nicht warten wollen. "
        * 12
        + "Der Preis ist TBD.\n\nSiehe [die Kosten](#kosten).\n"
    )
    assert unreviewed_language(read_document(notes)) == "German"
    assert kinds(notes) == {"todo", "broken_anchor"}
    assert unreviewed_language(read_document(proposal())) is None


def test_a_row_with_several_blanks_is_told_once():
    table = "| Step | Who | Day |\n|---|---|---|\n| Paint | TBD | TBD |\n| Sweep | TBD | TBD |\n"
    assert [found.line for found in all_findings(read_document(table)) if found.kind == "todo"] == [3, 4]


@pytest.mark.parametrize(
    "code", ['- work["payload"]["class"] says which', '- ["payload"]["class"] says which']
)
def test_indexes_in_code_are_no_links(code):
    assert "broken_anchor" not in kinds(f"# Jobs\n\n{code}\n")

"""Each reading skill: what it finds and what it leaves alone."""

import pytest

from reviews.offline.reviewer import review_text


def kinds(text: str) -> set[str]:
    return {finding.kind for finding in review_text(text)}


FINDS = [
    ("acronym", "Our ZQX runs in two rooms."),
    ("acronym", "The QZK (formerly at the other site) is full."),
    ("jargon", "Calls to the billing door are idempotent."),
    ("vague_claim", "The new search is dramatically faster."),
    ("vague_claim", "It puts only negligible load on the printers."),
    ("vague_claim", "A wide range of clients will gain from it."),
    ("vague_claim", "We deliver a robust, modern and intuitive shop."),
    ("no_evidence", "Surveys suggest that drivers like the new lanes."),
    ("no_evidence", "Most parents want longer opening hours, and most teachers prefer shorter ones."),
    ("no_evidence", "It is generally accepted that rain causes delays."),
    ("todo", "The price per seat is TBD."),
    ("todo", "It remains to be seen and to be decided who pays."),
    ("todo", "Call [insert phone number] for help."),
    ("todo", "# Plan\n\n## Costs\n\n## Dates\n\nIn May 2030."),
    (
        "number_conflict",
        "The bridge budget is 12 million euros.\n\nThe council pays the bridge budget of 14 million euros.",
    ),
    (
        "number_conflict",
        "Four nurses staff the night ward.\n\nThe seven nurses of the night ward share a room.",
    ),
    (
        "date_conflict",
        "The museum opening is planned for March 2031.\n\nThe museum opening in June 2031 needs a speaker.",
    ),
    ("date_conflict", "The trial runs from 3 May 2031 to 1 April 2031."),
    ("hedge", "This will probably suit the smaller shops."),
    ("hedge", "We believe that it might somewhat help."),
    ("passive", "Complaints must be reported to the board."),
    ("passive", "The choice of supplier was made last week."),
    (
        "long_sentence",
        "The committee met and " + "talked about the road and the bridge and " * 6 + "went home.",
    ),
    ("dangling_ref", "The costs are in Table 7."),
    ("dangling_ref", "Appendix C lists the suppliers."),
    (
        "dangling_ref",
        "1. Open the valve.\n2. Wait.\n3. Close it.\n\nIf it still leaks, do what step 19 says.",
    ),
    ("broken_anchor", "See [the costs](#costs)."),
    ("broken_anchor", "See [the costs]()."),
    ("broken_anchor", "See [the costs][money]."),
    ("broken_anchor", "As said before[^7]."),
    ("decision_no_rationale", "We decided to move the archive to the cellar."),
    ("decision_no_rationale", "The old ticket machines will be removed."),
    ("untestable", "The form must be easy to fill in."),
    ("untestable", "Staff shall answer letters in a timely manner."),
    ("risk_no_mitigation", "The main risk is that the supplier goes bankrupt."),
    ("risk_no_mitigation", "Risk: a flood reaches the archive."),
    ("risk_no_mitigation", "Once the lift is new, a failure of its motor stops every visit to the archive."),
    ("risk_no_mitigation", "Pulling both levers may leave two doors standing open."),
    ("risk_no_mitigation", "A full list makes it easier to find personal data of readers."),
    ("risk_no_mitigation", "The catalogue is maintained by one person."),
    ("risk_no_mitigation", "A deleted card cannot be recovered."),
    ("risk_no_mitigation", "There is no backup of the catalogue."),
    ("risk_no_mitigation", "# Plan\n\n## Drawbacks\n\n- The branch in the old town closes one day a week."),
    ("risk_no_mitigation", "| Risk | Mitigation |\n|---|---|\n| The lift gets stuck | tbd |"),
    (
        "risk_no_mitigation",
        "# Runbook\n\n## Steps\n\n1. Truncate all tables.\n2. Ask @ana for help.\n\n## Escalation",
    ),
    ("action_no_owner", "# Flood\n\n## Action items\n\n- Move the shelves upstairs"),
    ("action_no_owner", "# Flood\n\nThe shelves need to be moved before the autumn rain."),
    ("action_no_owner", "Ask for the key from the designated individuals."),
    ("action_no_owner", "# Shelves\n\n## Next 3 months\n\nMore room."),
    ("dangling_ref", "The table below shows what each shelf costs."),
    ("dangling_ref", "What was left out is listed at the end of this document.\n\n## Thanks\n\nTo all."),
    ("dangling_ref", "To go back, see “Putting the books back” in this document."),
    ("dangling_ref", "The shelves are listed in the tracking sheet."),
    ("dangling_ref", "All of it follows the rules in the fire-safety annex."),
    ("dangling_ref", "The doors are built in compliance with organisational policies."),
    ("dangling_ref", "# Lift\n\n- see above"),
    ("dangling_ref", "| Name | Initials |\n|---|---|\n| Ana Silva | AS |\n\n- BO: it is late"),
    ("dangling_ref", "On uneven ground the feet are set as shown in the chapter Mounting."),
]

LEAVES_ALONE = [
    ("acronym", "The zebra quality index (ZQX) is high. The ZQX is public."),
    ("acronym", "ZQX stands for zebra quality index."),
    ("acronym", "The USA and the EU MUST agree on the PDF."),
    ("acronym", "Set `ZQX` to one."),
    ("acronym", "The ZQX is full, see [its page](https://example.org/zqx/index.html).\n\n    zqx --full"),
    ("acronym", "A CSM is called.\n\n    page --on-call"),
    (
        "vague_claim",
        "# Our values\n\nWe do our work as openly as possible, with high-quality tools and great care.",
    ),
    ("action_no_owner", "# Strategy for the stations\n\n## Vision\n\nWe will investigate a second shop."),
    (
        "action_no_owner",
        "# Council meeting\n\n## Attendees\n\n- Ana\n\n## Actions\n\n- Ana to paint it - deadline June 17th",
    ),
    ("action_no_owner", "- Please introduce yourself."),
    ("jargon", "Calls are idempotent, that is, a second one changes nothing."),
    ("vague_claim", "The new search takes 80 ms instead of 200 ms."),
    ("vague_claim", "The garden has a gate and a bench."),
    ("vague_claim", "Is the new search much faster?"),
    ("no_evidence", "Surveys suggest that drivers like the lanes ([city survey](https://example.org/s))."),
    ("no_evidence", "In our survey 61 % of drivers said that they want the lanes."),
    ("todo", "The word “TODO” is searched for in every file."),
    ("todo", "- [ ] Order the chairs"),
    ("todo", "# Plan\n\n## Costs\n\nNone.\n\n## Dates\n\nIn May 2030."),
    ("number_conflict", "The budget rises from 12 million euros to 14 million euros."),
    ("number_conflict", "The bridge costs 12 million euros. The tunnel costs 14 million euros."),
    (
        "date_conflict",
        "- 2031-03-01: the museum opening is planned\n- 2031-06-01: the museum opening is moved",
    ),
    ("date_conflict", "The trial runs from 1 April 2031 to 3 May 2031."),
    ("hedge", "Visitors may enter, and they can leave when they want."),
    ("passive", "Complaints must be reported by the caretaker."),
    ("passive", "If the list is empty, the default value will be updated."),
    ("passive", "The value is stored in the second column."),
    ("long_sentence", "It was short. " * 30),
    ("dangling_ref", "The costs are in Table 7.\n\nTable 7: costs"),
    ("dangling_ref", "See section 4 of the city's building rules."),
    ("dangling_ref", "1. Open it.\n1. Wait.\n1. Close it.\n\nIf it still leaks, go back to step 2."),
    ("dangling_ref", "1. Open it.\n2. Wait.\n3. Close it.\n\nDo step 3a twice."),
    ("dangling_ref", "Then press the button of step 4."),
    ("dangling_ref", "# 1 Plan\n\nSee section 1."),
    ("broken_anchor", "# The costs\n\nSee [the costs](#the-costs)."),
    ("broken_anchor", "See [the costs][money].\n\n[money]: https://example.org"),
    ("broken_anchor", "Read `[a](#b)` as a link."),
    ("broken_anchor", '<a name="the_costs"></a> See [the\\_costs](#the\\_costs).'),
    ("broken_anchor", "# What _include does\n\nSee [it](#what-_include-does)."),
    ("broken_anchor", "A class is called [Resource][Domain][Profile]."),
    ("decision_no_rationale", "We decided to move the archive to the cellar because it is dry."),
    ("decision_no_rationale", "We decided to move the archive. This lets us open the hall."),
    ("decision_no_rationale", "If you have chosen a seat, sit down."),
    ("untestable", "The form must have at most 12 fields."),
    ("untestable", "The form is easy to fill in."),
    (
        "risk_no_mitigation",
        "Risk: a flood reaches the archive. Mitigation: the archive moves to the first floor.",
    ),
    ("risk_no_mitigation", "There is no risk of flooding."),
    ("risk_no_mitigation", "The box could fill up and lose books; it reports when it is nearly full."),
    ("risk_no_mitigation", "A visitor may lose a key. If so, the caretaker changes the lock."),
    (
        "risk_no_mitigation",
        "With two doors it is easy to mistake one for the other. Each will therefore get a sign.",
    ),
    ("risk_no_mitigation", "# Doors\n\n## Motivation\n\nToday a failure of the motor stops every visit."),
    ("risk_no_mitigation", "Nobody loses access to the archive."),
    (
        "risk_no_mitigation",
        "A flood may destroy the paper catalogue cards.\n\n## Care\n\n"
        "Copies mitigate the loss of paper catalogue cards in a flood.",
    ),
    ("risk_no_mitigation", "| Risk | Mitigation |\n|---|---|\n| The lift gets stuck | A second lift |"),
    ("action_no_owner", "# Flood\n\n## Action items\n\n- Ana: move the shelves upstairs by Friday"),
    ("action_no_owner", "# Specification\n\n## Requirements\n\nThe shelves need to be moved."),
    ("action_no_owner", "Owner: Ana\n\n## Timeline\n\n3 May 2031\n\n## Plan\n\nWe will look into shelves."),
    (
        "action_no_owner",
        "# Runbook\n\n## Steps\n\n1. Tell the readers that the door is shut.\n\n## Escalation",
    ),
    ("dangling_ref", "The table below shows it.\n\n| Shelf | Cost |\n|---|---|\n| One | 3 |"),
    ("dangling_ref", "The exceptions are listed at the end of this document.\n\n## Exceptions\n\nThe door."),
    ("dangling_ref", "See “Putting the books back”.\n\n## Putting the books back\n\nOne by one."),
    ("dangling_ref", "See “Putting the books back” in the handbook."),
    (
        "dangling_ref",
        "The feet are set as in the chapter Mounting.\n\n## Mounting the feet\n\nTurn each by hand.",
    ),
    ("dangling_ref", "The feet are set as in the chapter Mounting of the handbook."),
    ("dangling_ref", "The shelves are listed in the [tracking sheet](https://example.org/s)."),
    ("dangling_ref", "The doors comply with the [relevant standards](https://example.org/s)."),
]


@pytest.mark.parametrize(("kind", "text"), FINDS)
def test_it_finds(kind, text):
    assert kind in kinds(text)


@pytest.mark.parametrize(("kind", "text"), LEAVES_ALONE)
def test_it_leaves_alone(kind, text):
    assert kind not in kinds(text)


def plan(*headings: str, top: str = "") -> str:
    body = "The town hall should build a library beside the old market and the river. " * 9
    said = {"Timeline": "The doors open in May 2031.", "Cost": "The building costs 400,000 euros."}
    return f"# A library\n\n{top}\n\n" + "\n".join(
        f"## {heading}\n\n{body}{said.get(heading, '')}\n" for heading in headings
    )


PARTS = {
    "missing_why": "Motivation",
    "missing_impact": "Who is affected",
    "missing_risks": "Risks and mitigations",
    "missing_alternatives": "Alternatives considered",
    "missing_metric": "How success is measured",
    "missing_owner": "Owner",
    "missing_date": "Timeline",
    "missing_cost": "Cost",
}


@pytest.mark.parametrize("kind", PARTS)
def test_a_part_without_a_heading_is_missed(kind):
    others = [heading for part, heading in PARTS.items() if part != kind]
    found = review_text(plan("Proposal", *others))
    assert [f.kind for f in found if f.kind.startswith("missing_")] == [kind]
    assert (found[0].line, found[0].column, found[0].quote) == (0, 0, "")


def test_labels_at_the_top_count_as_parts():
    found = kinds(plan(*PARTS.values(), top="- Owner: Ana\n- Date: 3 May 2031\n"))
    assert not [kind for kind in found if kind.startswith("missing_")]


def test_an_empty_section_does_not_count_as_a_part():
    assert "missing_risks" in kinds(plan("Proposal", "Motivation") + "\n## Risks\n\n## End\n\nThat was it.\n")


def test_a_short_note_is_not_asked_for_parts():
    assert kinds("# A note\n\nThe library is closed on Monday.") == set()


def test_a_report_is_asked_only_for_who_and_when():
    found = {
        kind for kind in kinds(plan("News").replace("# A library", "# Annual report", 1)) if "missing" in kind
    }
    assert found == {"missing_owner", "missing_date"}

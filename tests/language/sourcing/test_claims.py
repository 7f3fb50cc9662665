"""Which sentences say only what their sources say."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.sourcing.claims import check_claim, read_sources, told_hosts
from reviews.language.sourcing.links import find_hosts
from reviews.language.sourcing.sources import ClaimSource
from reviews.language.sourcing.support import sentence_for_missing
from tests.drawing import examples
from tests.language.sourcing.examples_of import goes_in, held_out, honest, inventions, read_toml, sources_of

NOTES = ClaimSource(
    "notes",
    "plan.md",
    "# Plan\n\nOwner: Anna Berg. Hosting costs EUR 9,000 per month. The import runs at night.\n\n"
    "Decision: exports are CSV.",
)
RANKS = {"unsupported": 0, "not_checked": 1, "computed": 2, "supported": 3}


def said_by_ana(text, asked=""):
    return ClaimSource("person", "event 4", text, asked)


def said_by_maya(text):
    return ClaimSource("turn", "turn 2", text)


@pytest.mark.slow
def test_at_most_five_percent_of_honest_sentences_are_held_back():
    counts = Counter(example.checked().status for example in honest())
    assert counts.total() >= 50
    assert counts["unsupported"] <= 0.05 * counts.total()


def test_inventions_are_held_back():
    let_through = [one.claim for one in inventions() if one.checked().status != "unsupported"]
    assert len(inventions()) >= 50
    assert let_through == []


def test_the_examples_kept_aside_are_told_apart():
    """Run once when the code was first done: 4 of 30 honest ones held back, 31 of 31 inventions."""
    held_back = [one.claim for one in held_out("honest") if one.checked().status == "unsupported"]
    let_through = [one.claim for one in held_out("invention") if one.checked().status != "unsupported"]
    assert len(held_back) <= 4
    assert let_through == []


def test_a_line_that_goes_on_with_this_denies_the_one_before_it_only_when_it_says_nothing_else():
    lost = "A failed charge is tried again. This will reduce the number of customers whom we lose for no good reason."
    claim = "A failed charge is tried again."
    assert check_claim(claim, [ClaimSource("notes", "plan.md", lost)]).status == "supported"
    denied = ClaimSource("notes", "plan.md", "A failed charge is tried again. That is not true.")
    assert check_claim(claim, [denied]).status == "unsupported"


def test_what_is_missing_is_named_as_it_stands():
    support = check_claim("The budget is **EUR 1 million**, which the board has approved.", [NOTES])
    assert support.status == "unsupported"
    assert support.missing == ("EUR 1 million", "the board")
    assert sentence_for_missing(support).startswith(
        "Not in the notes and not in the discussion: EUR 1 million, the board"
    )


def test_a_year_is_computed_from_a_month_and_says_how():
    support = check_claim("Hosting costs EUR 108,000 per year.", [NOTES])
    assert (support.status, support.computed) == ("computed", ("computed: 9,000 × 12",))


@pytest.mark.parametrize(
    ("claim", "how"),
    [
        ("Of 48 servers, 36 (75 %) are old.", "36 ÷ 48"),
        ("12 of 48 servers are new: 48 minus 36.", "48 − 36"),
        ("36 servers at EUR 50 cost EUR 1,800.", "36 × 50"),
        ("36 + 48 servers are 84 servers.", "36 + 48"),
        ("Restoring falls from 45 to 36 minutes, by a fifth or 20 %.", "(45 − 36) ÷ 45"),
    ],
)
def test_figures_follow_from_two_of_the_same_sentence(claim, how):
    notes = ClaimSource(
        "notes", "a.md", "Of 48 servers, 36 are old. One costs EUR 50. Restoring falls from 45 to 36 minutes."
    )
    assert check_claim(claim, [notes]).computed == (f"computed: {how}",)


def test_a_change_is_a_share_of_what_was_before():
    notes = ClaimSource("notes", "a.md", "Restoring falls from 45 to 30 minutes.")
    assert check_claim("Restoring falls by 50 %, from 45 to 30 minutes.", [notes]).missing == ("50 %",)


def test_each_fact_says_where_it_stands():
    (place,) = check_claim("Hosting costs 9 000 € a month.", [NOTES]).passages
    assert (place.source.key, place.text) == ("plan.md", "Hosting costs EUR 9,000 per month.")
    assert NOTES.text[place.start : place.end] == "EUR 9,000 per month"


def test_what_personas_agree_on_among_themselves_is_no_decision():
    turn = said_by_maya("Maya Chen (BA): Agreed, the audit log is approved.")
    support = check_claim("The audit log is approved.", [NOTES, turn])
    assert (support.status, support.only_personas) == ("unsupported", True)
    assert support.undecided == ("The audit log is approved.",)
    assert "Only the personas" in sentence_for_missing(support)


def test_several_sentences_that_nobody_decided_are_named_together():
    support = check_claim("The audit log is approved. The PDF export is dropped.", [NOTES])
    assert sentence_for_missing(support) == (
        "Nobody decided this: “The audit log is approved.” “The PDF export is dropped.”"
    )


def test_what_a_persona_says_of_her_own_view_needs_no_decision():
    turn = ClaimSource(
        "turn", "turn 2", "I gave up the audit log for now: it can be added later.", "", "Maya Chen"
    )
    known = ["Maya Chen", "Ben Okoro"]
    told = check_claim("Maya Chen gave up the audit log for now.", [NOTES, turn], known=known)
    assert told.undecided == ()
    for claim in ("Ben Okoro gave up the audit log for now.", "Maya Chen approved the audit log for now."):
        assert check_claim(claim, [NOTES, turn], known=known).undecided == (claim,)


def test_a_figure_that_only_a_persona_gave_is_missing():
    turn = said_by_maya("I think a call centre costs EUR 500,000.")
    support = check_claim("A call centre costs EUR 500,000 by June 2030.", [NOTES, turn])
    assert support.missing == ("EUR 500,000", "June 2030")
    assert sentence_for_missing(support) == (
        "Not in the notes and not in the discussion: June 2030. "
        "Not in the notes and not in the discussion, but for what personas said: EUR 500,000"
    )


def test_what_a_persona_argued_may_be_said():
    turn = said_by_maya("A queue keeps the import from blocking the portal.")
    assert (
        check_claim("A queue would keep the import from blocking the portal.", [NOTES, turn]).status
        == "supported"
    )


def test_a_person_decides():
    claim = "It was agreed that the PDF export is dropped."
    assert check_claim(claim, [NOTES]).status == "unsupported"
    assert goes_in(check_claim(claim, [NOTES, said_by_ana("We drop the PDF export.")]))


@pytest.mark.parametrize(
    ("reply", "status"), [("Yes.", "supported"), ("No.", "unsupported"), ("Maybe.", "unsupported")]
)
def test_a_short_reply_takes_over_what_was_asked(reply, status):
    message = said_by_ana(reply, asked="Is the PDF export dropped?")
    assert check_claim("The PDF export is dropped.", [NOTES, message]).status == status


def test_in_a_list_of_decisions_every_sentence_is_one():
    claim = "The audit log is kept for a year."
    turn = said_by_maya(claim)
    assert check_claim("The audit log stays.", [NOTES, turn], noted=True).only_personas
    assert check_claim("Exports are CSV.", [NOTES], noted=True).status == "supported"


def test_an_open_question_decides_nothing():
    assert check_claim("Is the import approved?", [NOTES]).undecided == ()


@pytest.mark.parametrize(
    ("message", "status"),
    [
        ("We drop the paper forms.", "supported"),
        ("Let's drop the paper forms.", "supported"),
        ("I'd drop the paper forms if Ben agrees.", "unsupported"),
        ("We drop the paper forms as soon as Ben agrees.", "unsupported"),
        ("Should we drop the paper forms?", "unsupported"),
        ("The paper forms are not approved yet.", "unsupported"),
        ("We won't drop the paper forms.", "unsupported"),
    ],
)
def test_a_wish_a_question_or_a_condition_decides_nothing(message, status):
    assert check_claim("The paper forms are dropped.", [NOTES, said_by_ana(message)]).status == status


def test_a_person_turns_round_what_the_notes_say():
    claim = "The import runs at night."
    assert check_claim(claim, [NOTES]).status == "supported"
    later = check_claim(claim, [NOTES, said_by_ana("The import does not run at night.")])
    assert later.status == "unsupported"
    assert later.against[0].source.key == "event 4"


def test_another_language_is_not_checked_but_its_figures_are():
    assert check_claim("Das Hosting kostet 9.000 Euro im Monat.", [NOTES]).status == "not_checked"
    assert check_claim("Das Hosting kostet 8.000 Euro im Monat.", [NOTES]).missing == ("8.000 Euro im Monat",)


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        ("Hosting costs EUR 9,000 per month.", "supported"),
        ("The import runs at night.", "supported"),
        ("The costs of hosting are EUR 9,000 per month.", "supported"),
        ("The import costs more at night than hosting.", "not_checked"),
        ("The import runs at night, and Anna Berg would rather have it that way.", "not_checked"),
    ],
)
def test_only_words_of_one_line_are_supported(claim, status):
    assert check_claim(claim, [NOTES]).status == status


def test_what_leads_to_a_quotation_may_use_words_of_what_was_asked():
    ana = said_by_ana("The import stays. It is cheap.", "Does the import move to the morning, or not?")
    assert (
        check_claim("On the import in the morning: “The import stays.”", [NOTES, ana]).status == "supported"
    )


def test_words_around_quotations_that_were_prepared_say_nothing_of_their_own():
    claim = "Hosting and the import are in one plan."
    read = [read_sources([NOTES], prepared=prepared) for prepared in (False, True)]
    assert [one.check(claim).status for one in read] == ["not_checked", "supported"]


def test_words_that_stand_nowhere_are_not_checked():
    support = check_claim("Penguins swim faster than ostriches walk.", [NOTES])
    assert (support.status, support.covered) == ("not_checked", 0.0)


def test_names_of_the_team_need_no_source():
    claim = "The import runs at night, as Ben Okoro knows."
    assert check_claim(claim, [NOTES]).missing == ("Ben Okoro",)
    assert check_claim(claim, [NOTES], known=["Ben Okoro"]).status != "unsupported"


def test_files_that_are_discussed_need_no_source():
    claim = "“The import runs at night” (under “Plan” in plan.md) has no owner."
    assert check_claim(claim, [NOTES]).missing == ("plan.md",)
    found, bare = (
        check_claim(one, [NOTES], known=["plan.md"]) for one in (claim, claim.replace(" in plan.md", ""))
    )
    assert (found.missing, found.status, found.covered) == ((), bare.status, bare.covered)
    assert check_claim(claim.replace("plan.md", "other.md"), [NOTES], known=["plan.md"]).missing == (
        "other.md",
    )
    link = check_claim(claim.replace("plan.md", "https://plan.md"), [NOTES], known=["plan.md"])
    assert link.missing == ("https://plan.md",)


def test_hosts_that_nobody_named_are_foreign():
    notes = ClaimSource("notes", "a.md", "See https://wiki.example.org/a and mail ana@mail.example.org.")
    turn = said_by_maya("Look at https://evil.test.")
    text = (
        "[a](https://wiki.example.org/b) https://wiki.example.org@evil.test/x https://evil.test\\@wiki.example.org"
        " //other.test/y http://WWW.Wiki.Example.org:8080 mail.example.org"
    )
    assert find_hosts(text) - told_hosts([notes, turn]) == {"evil.test", "other.test"}


SENTENCES = [
    line.strip()
    for place in ("rollout", "umzug", "limits")
    for line in read_toml("places")[place]["notes"].replace("\n", " ").split(". ")
    if line and not any(mark in line for mark in "#|`")
]


@given(st.sampled_from(SENTENCES), st.sampled_from(["rollout", "umzug", "limits"]))
@examples(30)
def test_a_sentence_of_a_source_is_never_held_back(sentence, place):
    notes = ClaimSource("notes", "a.md", sentence)
    others = sources_of(read_toml("places")[place])[1:2]
    assert check_claim(sentence, [notes]).status != "unsupported"
    assert check_claim(sentence, [*others, notes]).missing == ()


@given(st.data())
@examples(30)
def test_more_sources_never_carry_less_unless_they_say_otherwise(data):
    places = read_toml("places")
    known = tuple(places["known"])
    few = list(sources_of(places["rollout"]))
    others = [source for name in ("umzug", "limits") for source in sources_of(places[name])]
    more = [*few, data.draw(st.sampled_from(others))]
    claim = data.draw(st.sampled_from([one.claim for one in [*honest(), *inventions()]]))
    before, after = (check_claim(claim, each, known=known) for each in (few, more))
    assert RANKS[after.status] >= RANKS[before.status] or len(after.against) > len(before.against)


@given(st.text(max_size=300), st.text(max_size=300))
@examples(60)
def test_any_text_can_be_checked(claim, text):
    support = check_claim(claim, [ClaimSource("notes", "a", text), ClaimSource("person", "b", claim, text)])
    assert 0 <= support.covered <= 1
    quotes_others = any(line.lstrip().startswith(">") for line in claim.split("\n"))
    assert support.missing == () or quotes_others


HOSTILE = """1,|1 |Anna |"a b c d" |a@|http://|a.|March 1 |einund|we agreed data stimmte |data 20 is agreed. |a/|x"""


SLOWER = [pytest.param(unit, marks=pytest.mark.slow) for unit in (". ", "- a\n", "# a b\n", "a;\n")]


@pytest.mark.slow
@pytest.mark.parametrize("unit", [*HOSTILE.split("|"), "| a | b |\n", *SLOWER])
def test_a_hostile_text_costs_seconds_at_most(unit):
    text = (unit * 10_000)[:10_000]
    check_claim(text, [ClaimSource("notes", "a", text), ClaimSource("person", "b", text)])


def test_a_heading_says_the_opposite_of_nothing():
    notes = ClaimSource(
        "notes", "plan.md", "# Merging\n\n## Build a merge service\n\nThe trial runs in May.\n"
    )
    maya = ClaimSource("turn", "turn 4", "What counts as a good build of the merge service is not said.")
    claim = "What counts as a good build of the merge service is not said."
    assert check_claim(claim, [notes, maya]).against == ()


def test_what_a_persona_agreed_with_is_its_view_and_no_decision():
    jordan = ClaimSource(
        "turn", "turn 5", "I agree with Alex that something must fail on purpose.", speaker="Jordan Park"
    )
    claim = "Jordan agreed that something must fail on purpose."
    assert check_claim(claim, [jordan], known=["Jordan Park", "Alex Rivera"]).undecided == ()


@pytest.mark.parametrize(
    "claim",
    ["The notes name no range, and nothing that was given up.", "Nobody has approved the range of versions."],
)
def test_that_nobody_decided_something_is_no_decision(claim):
    notes = ClaimSource("notes", "plan.md", "The range of versions is wide.")
    assert check_claim(claim, [notes]).undecided == ()


def test_one_and_several_of_a_name_are_the_same():
    notes = ClaimSource(
        "notes",
        "plan.md",
        "We use registries to fully automate App upgrades. This also includes anything delivered as Apps, and "
        "controllers see the update and upgrade it.",
    )
    claim = "We use registries (for charts) and controllers to fully automate App upgrades."
    assert check_claim(claim, [notes]).missing == ()

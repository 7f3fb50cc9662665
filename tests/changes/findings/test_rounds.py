"""What a round of checks stores, and what becomes of findings from one round to the next."""

import pytest

from reviews.changes import decide, findings
from reviews.errors import DoesNotFit
from reviews.models.finding import FindingStatus
from tests import factories
from tests.changes.findings.stage import VAGUE, check, meanwhile, statuses, vague, write
from tests.changes.table import held
from tests.factories import NOTES

FIGURE = NOTES.replace(VAGUE, "This saves 300 orders a month, as the pilot of May showed.")


def test_a_check_stores_what_the_rules_find_with_its_place(notes):
    made = check(notes)
    found = vague(notes)
    assert (made.number, made.new, made.open, made.fixed, made.known) == (
        1,
        made.open,
        notes.findings.count(),
        0,
        0,
    )
    assert (found.quote, found.section, found.line, found.status) == (VAGUE, "Plan", 9, "open")
    assert notes.current.text.splitlines()[found.line - 1][found.column - 1 :].startswith(VAGUE)
    assert (found.by, found.found, found.seen) == ("offline", 1, 1)
    assert (notes.checks, notes.checked) == (1, notes.current)


def test_what_is_missing_from_the_whole_text_has_line_0_and_no_section(item):
    text = "# Plan\n\n" + "The hall should get a red door and a green gate. " * 20
    notes = factories.ArtifactFactory(item=item, content=text)
    check(notes)
    missing = notes.findings.filter(claim__startswith="missing_")
    assert {(f.quote, f.line, f.column, f.section) for f in missing} == {("", 0, 0, "")}


def test_checking_the_same_text_again_changes_nothing_but_the_round(notes):
    check(notes)
    before = statuses(notes)
    made = check(notes)
    assert (made.number, made.new, made.again, made.fixed) == (2, 0, 0, 0)
    assert statuses(notes) == before
    assert set(notes.findings.values_list("found", "seen")) == {(1, 2)}


def test_what_the_newest_check_does_not_find_is_fixed(notes, ana):
    check(notes)
    write(notes, FIGURE, ana)
    made = check(notes)
    assert (statuses(notes)["vague_claim"], made.fixed) == ("fixed", 1)


def test_an_accepted_finding_becomes_fixed_too_and_says_who_accepted_it(notes, ana, ben):
    check(notes)
    findings.decide(vague(notes), FindingStatus.ACCEPTED, ben)
    write(notes, FIGURE, ana)
    check(notes)
    assert (vague(notes).status, vague(notes).decided_by) == ("fixed", ben)


def test_what_is_found_again_after_it_was_fixed_is_open_again(notes, ana):
    check(notes)
    write(notes, FIGURE, ana)
    check(notes)
    write(notes, NOTES, ana)
    made = check(notes)
    assert (vague(notes).status, vague(notes).found, vague(notes).seen) == ("open", 1, 3)
    assert (made.again, made.new) == (1, 0)


def test_a_dismissed_finding_stays_away_and_is_counted_as_known(notes, ana):
    check(notes)
    findings.decide(vague(notes), FindingStatus.DISMISSED, ana, "Everybody knows the figure.")
    made = check(notes)
    assert (made.known, made.new, vague(notes).status) == (1, 0, "dismissed")


def test_a_dismissed_finding_stays_dismissed_while_its_words_are_gone(notes, ana):
    check(notes)
    findings.decide(vague(notes), FindingStatus.DISMISSED, ana, "Everybody knows the figure.")
    write(notes, FIGURE, ana)
    assert check(notes).known == 0
    write(notes, NOTES, ana)
    made = check(notes)
    assert (made.known, made.again, vague(notes).status) == (1, 0, "dismissed")


def test_the_same_words_elsewhere_in_the_text_are_the_same_finding(notes, ana):
    check(notes)
    findings.decide(vague(notes), FindingStatus.DISMISSED, ana, "Everybody knows the figure.")
    write(notes, NOTES.replace(f" {VAGUE}", "").replace("## Plan", f"{VAGUE}\n\n## Plan"), ana)
    made = check(notes)
    assert (made.known, vague(notes).section, vague(notes).status) == (1, "Problem", "dismissed")


def test_a_finding_that_is_only_crowded_out_is_not_fixed(item, ana):
    """Of kinds that come in crowds only the surest are listed: another text may list others."""
    claims = [
        f"The {word} page is significantly better than before.\n\n" for word in ("first", "next", "last")
    ]
    notes = factories.ArtifactFactory(item=item, name="crowd.md", content="# Crowd\n\n" + "".join(claims))
    check(notes)
    listed = notes.findings.filter(claim="vague_claim").count()
    write(notes, "# Crowd\n\n" + "The very top page is dramatically faster.\n\n" * 2 + "".join(claims), ana)
    check(notes)
    assert listed == 2
    assert not notes.findings.filter(claim="vague_claim", status="fixed").exists()


def test_dismissing_what_is_listed_brings_up_what_was_not(item, ana):
    claims = [
        f"The {word} page is significantly better than before.\n\n" for word in ("first", "next", "last")
    ]
    notes = factories.ArtifactFactory(item=item, name="crowd.md", content="# Crowd\n\n" + "".join(claims))
    check(notes)
    for found in notes.findings.filter(claim="vague_claim"):
        findings.decide(found, FindingStatus.DISMISSED, ana, "Known.")
    assert check(notes).new == 1
    assert notes.findings.filter(claim="vague_claim").count() == 3


def test_the_same_words_twice_are_one_finding_at_the_first_place(item):
    text = "# Twice\n\nTBD\n\nSome words here.\n\nTBD\n"
    notes = factories.ArtifactFactory(item=item, name="twice.md", content=text)
    check(notes)
    assert [found.line for found in notes.findings.filter(claim="todo")] == [3]


def test_when_somebody_keeps_changing_the_artifact_nothing_is_stored(notes, ana):
    with (
        meanwhile(lambda: write(notes, f"{NOTES}\nMore {notes.revisions.count()}.\n", ana), times=9),
        pytest.raises(DoesNotFit, match="is being changed right now, so nothing was stored"),
    ):
        findings.check(notes)
    notes.refresh_from_db()
    assert (notes.current.number, notes.checks, notes.findings.count()) == (4, 0, 0)


def test_when_somebody_was_quicker_once_the_newer_text_is_what_is_checked(notes, ana):
    with meanwhile(lambda: write(notes, FIGURE, ana), times=1):
        made = check(notes)
    assert made.revision.number == 2
    assert "vague_claim" not in statuses(notes)


def test_what_elm_has_added_itself_is_not_looked_at(item, ana):
    session = held(item, NOTES, ["- [Alex] This makes refunds significantly better."], title="Plan")
    change = session.changes.get()
    decide.accept(change, ana)
    notes = change.artifact
    check(notes)
    assert vague(notes).quote == VAGUE

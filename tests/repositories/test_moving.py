"""Ana's artifact follows its repository."""

import pytest

from reviews.changes import decide
from reviews.changes.revisions import add_revision
from reviews.errors import IllegalMove, RepositoryError
from reviews.models import Change
from reviews.repositories import moving
from tests.changes.table import AT, add, held_about
from tests.repositories.stage import MORE, PLAN, fetch


@pytest.fixture
def newer(upstream, repository):
    """`newer(data)` commits the bytes to docs/plan.md and fetches; gives the commit."""

    def commit(data: bytes, **options) -> str:
        made = upstream.commit({"docs/plan.md": data}, **options)
        fetch(repository)
        return made

    return commit


def proposals(artifact, *, title="Plan") -> list[Change]:
    return list(held_about(artifact, ["- [Maya] One.", "- [Alex] Two."], title=title).changes.all())


def now(artifact) -> bytes:
    artifact.refresh_from_db()
    return bytes(artifact.current.content)


def test_what_was_accepted_stands_in_the_newer_text_too(plan, ana, newer):
    one, _two = proposals(plan)
    decide.accept(one, ana)
    moved = moving.move(plan, newer(MORE), ana)
    assert bytes(moved.origin.content) == MORE
    assert b"A pilot comes first." in now(plan)
    assert b"- [Maya] One." in now(plan)
    assert (moved.effects.kept, moved.effects.applied, moved.effects.upstream) == (2, 1, 0)


def test_taking_back_what_was_accepted_gives_the_newer_bytes(plan, ana, newer):
    one, two = proposals(plan)
    decide.accept(one, ana)
    moving.move(plan, newer(MORE), ana)
    two.refresh_from_db()
    decide.accept(two, ana)
    decide.undo(Change.objects.get(pk=one.pk), ana)
    decide.undo(Change.objects.get(pk=two.pk), ana)
    assert now(plan) == MORE


def test_a_change_whose_section_is_gone_says_that_it_could_not_be_placed(plan, ana, newer):
    one, two = proposals(plan, title="Risks")
    decide.accept(one, ana)
    moved = moving.move(plan, newer(PLAN.replace(b"## Risks\n\nNone.\n", b"")), ana)
    one.refresh_from_db()
    assert one.status == "proposed"
    assert one.unplaced.startswith("Could not place: the newer text reads differently around “Risks”")
    assert {row.pk for row in moved.effects.lost} == {one.pk, two.pk}
    assert moved.current == moved.origin


def test_what_is_merged_upstream_is_the_repositorys_from_then_on(plan, ana, newer):
    one, _ = proposals(plan)
    decide.accept(one, ana)
    commit = newer(now(plan))
    moved = moving.move(plan, commit, ana)
    one.refresh_from_db()
    assert (one.status, one.upstream, moved.effects.upstream) == ("applied", commit, 1)
    with pytest.raises(IllegalMove, match="The repository has this change itself since commit"):
        decide.undo(one, ana)


def test_what_was_merged_and_is_gone_again_waits_for_a_decision(plan, ana, newer):
    one, _ = proposals(plan)
    decide.accept(one, ana)
    moving.move(plan, newer(now(plan)), ana)
    moving.move(plan, newer(MORE), ana)
    one.refresh_from_db()
    assert (one.status, one.upstream, one.unplaced) == ("proposed", "", "")
    assert now(plan) == MORE


@pytest.mark.slow
def test_a_lost_change_finds_its_place_when_the_section_comes_back(plan, ana, newer):
    one, _ = proposals(plan, title="Risks")
    decide.accept(one, ana)
    accepted = now(plan)
    moving.move(plan, newer(b"# Payment retries\n"), ana)
    moving.move(plan, newer(PLAN, message="Put it back"), ana)
    one.refresh_from_db()
    assert one.unplaced == ""
    decide.accept(one, ana)
    assert now(plan) == accepted


def test_the_session_tells_what_became_of_its_changes(plan, ana, newer):
    one, _ = proposals(plan, title="Risks")
    decide.accept(one, ana)
    commit = newer(b"# Payment retries\n")
    moving.move(plan, commit, ana)
    event = one.session.events.last()
    assert event.text == (
        f"Moved plan.md to commit {commit[:7]}: 2 could not be placed, 1 of the accepted ones to decide again."
    )
    assert event.data["action"] == "moved"
    assert event.data["changes"] == [str(one.pk)]


def test_edits_by_hand_are_not_left_behind_unasked(plan, ana, newer):
    add_revision(plan, PLAN + b"\nBy hand.\n", ana)
    commit = newer(MORE)
    with pytest.raises(IllegalMove, match=r"edited plan.md by hand \(revision 2\)"):
        moving.move(plan, commit, ana)
    assert now(plan).endswith(b"By hand.\n")
    moving.move(plan, commit, ana, leave_edits=True)
    assert now(plan) == MORE
    assert plan.revisions.count() == 3


def test_a_file_that_is_gone_changes_nothing(plan, ana, upstream, repository):
    upstream.commit({"docs/plan.md": b""}, message="Empty it")
    fetch(repository)
    repository.refresh_from_db()
    with pytest.raises(Exception, match="is empty at"):
        moving.move(plan, repository.head, ana)
    with pytest.raises(RepositoryError):
        moving.move(plan, "0" * 40, ana)
    assert now(plan) == PLAN
    assert plan.revisions.count() == 1


def test_a_proposal_made_for_an_older_commit_is_placed_when_it_is_accepted(plan, ana, newer):
    session = held_about(plan, ["- [Maya] One."], title="Plan")
    late = session.changes.get()
    old = late.base
    moving.move(plan, newer(MORE), ana)
    Change.objects.filter(pk=late.pk).update(base=old, position=late.position)
    decide.accept(Change.objects.get(pk=late.pk), ana)
    late.refresh_from_db()
    assert late.base.number == 2
    assert b"A pilot comes first." in now(plan)
    decide.undo(late, ana)
    assert now(plan) == MORE


def test_looking_ahead_stores_nothing(plan, ana, newer):
    one, _ = proposals(plan, title="Risks")
    decide.accept(one, ana)
    effects = moving.preview_move(plan, newer(b"# Payment retries\n"))
    assert len(effects.lost) == 2
    one.refresh_from_db()
    assert (one.status, one.unplaced) == ("applied", "")


def test_accepting_all_leaves_what_could_not_be_placed(plan, ana, newer):
    session = held_about(plan, ["- [Maya] One."], title="Risks")
    add(session, plan, ["- [Alex] Two."], title="Plan", step_id="01-03", at=AT)
    moving.move(plan, newer(b"# Payment retries\n\n## Plan\n\nWe retry.\n"), ana)
    decide.accept_all(session, ana)
    assert [change.status for change in session.changes.order_by("order")] == ["proposed", "applied"]
    with pytest.raises(IllegalMove, match="What is left to decide could not be placed"):
        decide.accept_all(session, ana)

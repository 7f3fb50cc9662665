"""Accepting, rejecting and undoing changes, and what the artifact's bytes are afterwards."""

import pytest

from reviews.changes import decide
from reviews.errors import DoesNotFit, ElmError, IllegalMove
from reviews.models import Change, Revision
from tests.changes.stage import BASE, BETTER, now, session_with, statuses


def revised(artifact, text, by):
    """Somebody stores another text of the artifact by hand."""
    artifact.refresh_from_db()
    revision = Revision.objects.create(
        artifact=artifact, number=artifact.revisions.count() + 1, content=text.encode(), made_by=by
    )
    artifact.current = revision
    artifact.save(update_fields=["current"])
    return revision


def test_b10_accepting_a_change_makes_a_new_revision_and_keeps_the_original(ana, session, notes):
    revision = decide.accept(session.changes.get(order=1), ana)
    assert (revision.number, revision.parent.number) == (2, 1)
    assert (revision.made_by, revision.session) == (ana, session)
    assert now(notes).decode() == BASE.replace("Cards are", "Four in a hundred cards are")
    assert notes.revisions.get(number=1).text == BASE
    assert session.changes.get(order=1).result == revision


def test_accepting_every_change_in_any_order_gives_the_improved_text(ana, session, notes):
    for order in (3, 1, 2):
        decide.accept(session.changes.get(order=order), ana)
    assert now(notes).decode() == BETTER
    assert notes.revisions.count() == 4


def test_accept_all_makes_one_revision_for_each_artifact(ana, item):
    session = session_with(item, [(BASE, BETTER), ("One.\n", "One.\n\nTwo.\n")])
    revisions = decide.accept_all(session, ana)
    assert [revision.number for revision in revisions] == [2, 2]
    assert set(statuses(session)) == {"applied"}
    assert [now(pin.artifact).decode() for pin in session.pins.all()] == [BETTER, "One.\n\nTwo.\n"]


def test_accept_all_leaves_out_what_was_rejected(ana, session, notes):
    decide.reject(session.changes.get(order=1), ana)
    decide.accept_all(session, ana)
    assert statuses(session) == ["rejected", "applied", "applied"]
    assert "Cards are declined" in now(notes).decode()


def test_accept_all_stores_nothing_when_one_change_does_not_fit(ana, ben, item):
    session = session_with(item, [(BASE, BETTER), ("One.\n", "Uno.\n")])
    other = session.pins.last().artifact
    revised(other, "Something else.\n", ben)
    with pytest.raises(DoesNotFit):
        decide.accept_all(session, ana)
    assert set(statuses(session)) == {"proposed"}
    assert [now(pin.artifact).decode() for pin in session.pins.all()] == [BASE, "Something else.\n"]
    assert not session.events.exists()


def test_accept_all_with_nothing_left_says_so(ana, session, notes):
    decide.accept_all(session, ana)
    with pytest.raises(IllegalMove, match="decided already"):
        decide.accept_all(session, ana)
    assert notes.revisions.count() == 2


def test_rejecting_changes_no_artifact(ana, session, notes):
    decide.reject(session.changes.get(order=1), ana)
    assert statuses(session) == ["rejected", "proposed", "proposed"]
    assert notes.revisions.count() == 1


def test_undo_is_a_revision_of_its_own_and_gives_the_base_bytes_back(ana, session, notes):
    change = session.changes.get(order=2)
    decide.accept(change, ana)
    revision = decide.undo(change, ana)
    assert (revision.number, bytes(revision.content)) == (3, BASE.encode())
    assert statuses(session)[1] == "undone"


def test_undoing_a_rejection_makes_it_a_proposal_again(ana, session, notes):
    change = session.changes.get(order=2)
    decide.reject(change, ana)
    assert decide.undo(change, ana) is None
    stored = session.changes.get(order=2)
    assert (stored.status, stored.decided_by, stored.decided) == ("proposed", None, None)
    assert notes.revisions.count() == 1


def test_an_accepted_change_can_be_edited_first(ana, session, notes):
    decide.accept(session.changes.get(order=1), ana, text="Cards fail.\r\nWe lose orders.")
    text = now(notes).decode()
    assert "## Problem\n\nCards fail.\nWe lose orders.\n\n## Plan" in text
    assert session.changes.get(order=1).edited == "Cards fail.\nWe lose orders.\n"


def test_an_edit_that_changes_nothing_is_the_proposal(ana, session):
    change = session.changes.get(order=1)
    decide.accept(change, ana, text=change.inserted.replace("\n", "\r\n"))
    assert session.changes.get(order=1).edited is None


def test_an_edit_with_a_null_byte_is_refused(ana, session, notes):
    with pytest.raises(ElmError, match="null byte"):
        decide.accept(session.changes.get(order=1), ana, text="a\0b")
    assert statuses(session) == ["proposed"] * 3
    assert notes.revisions.count() == 1


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "byte order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
def test_line_ends_and_the_byte_order_mark_stay(ana, item, mark, end):
    base = mark + b"First" + end.encode() + b"Second"
    session = session_with(item, [(base, f"First{end}Better{end}Second")])
    change = session.changes.get()
    decide.accept(change, ana, text="One\r\nTwo\r\n")
    artifact = change.artifact
    assert now(artifact) == mark + f"First{end}One{end}Two{end}Second".encode()
    decide.undo(change, ana)
    assert now(artifact) == base


def test_a_change_is_placed_anew_when_somebody_wrote_elsewhere(ana, ben, session, notes):
    revised(notes, BASE.replace("# Payment retries", "# Retries of payments"), ben)
    decide.accept(session.changes.get(order=2), ana)
    text = now(notes).decode()
    assert text.startswith("# Retries of payments\n")
    assert "97 of 100 buyers" in text


def test_undo_keeps_what_somebody_wrote_in_between(ana, ben, session, notes):
    change = session.changes.get(order=2)
    decide.accept(change, ana)
    revised(notes, now(notes).decode().replace("# Payment retries", "# Retries of payments"), ben)
    decide.undo(change, ana)
    assert now(notes).decode() == BASE.replace("# Payment retries", "# Retries of payments")


def test_a_change_that_does_not_fit_any_more_changes_nothing(ana, ben, session, notes):
    revised(notes, "Something else.\n", ben)
    with pytest.raises(DoesNotFit, match=r"“Problem” was changed meanwhile.*by hand"):
        decide.accept(session.changes.get(order=1), ana)
    assert statuses(session) == ["proposed"] * 3
    assert now(notes) == b"Something else.\n"
    assert not session.events.exists()


def test_a_decided_change_says_who_was_quicker(ana, ben, session, notes):
    change = session.changes.get(order=1)
    decide.accept(change, ben)
    with pytest.raises(IllegalMove, match="was accepted by Ben already"):
        decide.accept(change, ana)
    with pytest.raises(IllegalMove, match="was accepted by you already"):
        decide.reject(change, ben)
    assert notes.revisions.count() == 2


def test_a_proposal_that_is_gone_says_so(ana, session):
    change = session.changes.get(order=1)
    session.changes.filter(pk=change.pk).delete()
    with pytest.raises(IllegalMove, match="newer proposals"):
        decide.accept(change, ana)


@pytest.mark.parametrize("status", Change.moves)
def test_only_the_moves_of_the_table_are_made(ana, session, status):
    change = session.changes.get(order=1)
    for new in Change.moves:
        session.changes.filter(pk=change.pk).update(status=status)
        if new in Change.moves[status]:
            decide.decide_change(change, new, ana)
        else:
            with pytest.raises(IllegalMove):
                decide.decide_change(change, new, ana)
            assert session.changes.get(pk=change.pk).status == status


def test_every_decision_leaves_an_event_that_says_who_did_what(ana, ben, session):
    change = session.changes.get(order=1)
    decide.accept(change, ana)
    decide.undo(change, ben)
    decide.reject(change, ben)
    rows = list(session.events.values_list("number", "kind", "user", "data__action"))
    assert rows == [
        (1, "change", ana.pk, "applied"),
        (2, "change", ben.pk, "undone"),
        (3, "change", ben.pk, "rejected"),
    ]


def test_reopening_a_change_is_no_proposal_of_the_session(ana, session):
    change = session.changes.get(order=1)
    decide.reject(change, ana)
    decide.undo(change, ana)
    assert session.events.last().data["action"] == "reopened"

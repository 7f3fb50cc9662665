"""The audit log tells who let whom in, and is only ever added to."""

import pytest

from reviews.accounts import audit, login_links
from reviews.models import AuditEntry, Membership
from reviews.models.audit import Happening


def entries() -> list[tuple[str, str, str, str]]:
    return list(AuditEntry.objects.order_by("pk").values_list("what", "who_name", "about_name", "detail"))


def test_links_and_their_uses_are_noted(client, ana, team):
    client.post(login_links.make(ana))
    signed_in = ("signed_in", "ana", "", "")
    assert entries() == [("link_made", "", "ana", ""), ("link_used", "ana", "ana", ""), signed_in]


def test_changes_of_members_are_noted(as_ana, team, ben):
    seat = Membership.objects.get(user=ben).pk
    as_ana.post("/team/", {"action": "role", "member": seat, "role": "viewer"})
    as_ana.post("/team/", {"action": "remove", "member": seat})
    assert entries() == [("role_changed", "ana", "ben", "viewer"), ("removed", "ana", "ben", "viewer")]


def test_an_entry_is_never_changed_or_taken_back(ana, team):
    entry = audit.note(Happening.INVITED, who=ana, team=team, name="x@example.org")
    entry.who_name = "cleo"
    acts = [entry.save, entry.delete, AuditEntry.objects.all().delete]
    for act in [*acts, lambda: AuditEntry.objects.update(who_name="cleo")]:
        with pytest.raises(TypeError, match="only added to"):
            act()
    assert entries() == [("invited", "ana", "x@example.org", "")]


def test_an_entry_outlives_who_did_it_and_the_team(ana, team):
    audit.note(Happening.INVITED, who=ana, team=team, name="x@example.org")
    team.delete()
    ana.delete()
    entry = AuditEntry.objects.get()
    assert (entry.who, entry.team, entry.who_name, entry.team_name) == (None, None, "ana", "Payments")


def test_what_a_later_version_notes_is_shown_as_it_is_called(ana):
    entry = AuditEntry(what="teleported", who_name="ana", about_name="ben")
    assert str(entry) == "ana teleported ben"

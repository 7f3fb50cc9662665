"""A team's archived things are deleted by a command, after as many days as the team has said, and never before."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from reviews.models import AuditEntry, Item, Session
from tests import factories


def run(*options: str) -> str:
    out = StringIO()
    call_command("delete_archived", *options, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def old(item, interview, team):
    """The item was archived 40 days ago; its team keeps such for 30."""
    Item.objects.filter(pk=item.pk).update(archived=timezone.now() - timedelta(days=40))
    team.keep_archived_days = 30
    team.save()
    return item


def test_a_dry_run_says_what_would_go_and_deletes_nothing(old):
    told = run("--dry-run")
    assert (
        f"{old.team.slug}: would delete the item “Payment retries” with 1 artifact, 2 revisions of texts"
        in told
    )
    assert told.endswith("1 to delete.\n")
    assert Item.objects.exists()
    assert not AuditEntry.objects.filter(what="item_deleted").exists()


def test_what_is_older_goes_and_the_audit_log_tells(old):
    assert run().endswith("1 deleted.\n")
    assert not Item.objects.exists()
    entry = AuditEntry.objects.get(what="item_deleted")
    assert (entry.who, entry.subject) == (None, f"item:{old.pk}")


def test_what_is_younger_or_in_use_or_of_a_team_that_keeps_everything_stays(old, team):
    factories.ItemFactory(team=team)
    factories.ItemFactory(team=team, archived=timezone.now() - timedelta(days=29))
    factories.ItemFactory(archived=timezone.now() - timedelta(days=999))
    run()
    assert Item.objects.count() == 3


def test_sessions_and_artifacts_that_were_archived_alone_go_too(item, interview, team):
    then = timezone.now() - timedelta(days=2)
    team.keep_archived_days = 1
    team.save()
    Session.objects.filter(pk=interview.pk).update(archived=then)
    item.artifacts.update(archived=then)
    assert run("--team", team.slug).endswith("2 deleted.\n")
    assert not Session.objects.exists()
    assert not item.artifacts.exists()
    assert Item.objects.exists()


def test_a_team_that_there_is_not_is_told(db):
    with pytest.raises(CommandError, match="There is no team “nobody”"):
        run("--team", "nobody")


def test_an_admin_sets_it_and_the_audit_log_tells(as_ana, team):
    sent = {"action": "settings", "name": team.name, "synthesis": "owner", "keep_archived_days": "90"}
    assert as_ana.post("/team/", sent).status_code == 302
    team.refresh_from_db()
    assert team.keep_archived_days == 90
    entry = AuditEntry.objects.get(what="settings_changed")
    assert "days to keep what is archived" in entry.detail

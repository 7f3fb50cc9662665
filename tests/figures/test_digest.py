"""The mail of what waits: only for who asked, at an address that they have confirmed, when something waits."""

import pytest
from django.core import mail
from django.core.management import call_command

from reviews.models import Digest
from tests import factories


@pytest.fixture
def waits(item, ana):
    ana.email = "ana@example.org"
    ana.save()
    return factories.SessionFactory(item=item, state="waiting")


def ask(client, wanted: str):
    return client.post("/accounts/teams/", {"action": "digest", "wanted": wanted}, follow=True)


def test_who_asked_for_it_gets_a_mail_with_the_way_to_what_waits(as_ana, ana, waits, capsys):
    assert b"will be mailed to you" in ask(as_ana, "yes").content
    call_command("digest", "--base", "https://elm.example.org/")
    (sent,) = mail.outbox
    assert sent.to == ["ana@example.org"]
    assert sent.subject == "1 thing waits for you in ELM"
    assert "https://elm.example.org/sessions/?state=waiting" in sent.body
    assert "1 have asked for it, for 1 something waits" in capsys.readouterr().out
    assert Digest.objects.get().sent is not None


def test_who_asks_no_more_gets_none(as_ana, ana, waits):
    ask(as_ana, "yes")
    ask(as_ana, "yes")
    ask(as_ana, "no")
    call_command("digest")
    assert mail.outbox == []


@pytest.mark.parametrize("without", ["address", "account", "anything that waits"])
def test_nobody_gets_a_mail_without(without, ana, waits):
    Digest.objects.create(user=ana)
    if without == "anything that waits":
        waits.delete()
    ana.email = "" if without == "address" else ana.email
    ana.is_active = without != "account"
    ana.save()
    call_command("digest")
    assert mail.outbox == []

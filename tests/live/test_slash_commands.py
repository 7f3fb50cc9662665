"""`/code-designer on` and `off`, said in a session: done by who runs the server, and said to nobody."""

import pytest
from django.urls import reverse

from reviews.code_designer import switch
from reviews.models import AuditEntry, Event, Session
from tests.live import table
from tests.live.test_table_page import HTMX

pytestmark = pytest.mark.django_db


@pytest.fixture
def said(session, ana, as_user):
    """`said(text)` is what Ana, who runs the server, gets."""
    ana.is_superuser = True
    ana.save()

    def post(text: str, user=ana, **more):
        return as_user(user).post(reverse("session-message", args=[session.pk]), {"text": text}, **more)

    return post


def messages_of(session: Session) -> list[str]:
    return list(session.events.filter(kind="user_message").values_list("text", flat=True))


def test_p001_an_admin_of_the_server_switches_the_mode_and_nobody_hears_it(session, said, ana, as_user):
    got = said("/code-designer on", **HTMX)
    assert "This holds until the server starts again." in got.content.decode()
    assert '<hx-partial hx-target="#mode"' in got.content.decode()
    assert "<strong>Code Designer</strong>" in got.content.decode()
    assert switch.is_code_designer_mode()
    page = as_user(ana).get(session.get_absolute_url()).content.decode()
    assert "by an admin while the server runs" in page
    assert said("  /Code-Designer   OFF\r\n").url == session.get_absolute_url()
    assert not switch.is_code_designer_mode()
    assert messages_of(session) == []
    assert [row.what for row in AuditEntry.objects.order_by("pk")] == [
        "code_designer_on",
        "code_designer_off",
    ]


def test_the_page_says_what_was_done(session, said, ana, as_user):
    browser = as_user(ana)
    browser.post(reverse("session-message", args=[session.pk]), {"text": "/code-designer on"})
    page = browser.get(session.get_absolute_url()).content.decode()
    assert "This holds until the server starts again." in page


@pytest.mark.parametrize(
    "text",
    ["/code-designer", "/code-designer maybe", "/code-designer on\nWho pays?", "\x00/code-designer: on"],
)
def test_a_command_that_is_not_understood_is_said_to_nobody_either(session, said, text):
    got = said(text, **HTMX)
    assert got.status_code == 422
    assert "Write “/code-designer on” or “/code-designer off”" in got.content.decode()
    assert (messages_of(session), switch.is_code_designer_mode()) == ([], False)


def test_ben_who_does_not_run_the_server_reads_why_nothing_was_switched(session, said, ben):
    got = said("/code-designer on", ben)
    assert got.status_code == 422
    assert "Only admins of this server can switch Code Designer." in got.content.decode()
    assert "/code-designer on</textarea>" in got.content.decode()
    assert (messages_of(session), switch.is_code_designer_mode()) == ([], False)
    assert not AuditEntry.objects.exists()


def test_words_that_only_speak_of_the_command_are_a_message(session, said, ben):
    said("Shall we say /code-designer on?", ben)
    said("/usr/bin is a path", ben)
    assert messages_of(session) == ["Shall we say /code-designer on?", "/usr/bin is a path"]


def test_at_the_menu_the_command_is_no_feedback(roundtable, ana, as_user):
    table.discussed(roundtable)
    table.tell(roundtable, table.menu())
    table.finish(roundtable)
    before = Event.objects.count()
    address = reverse("session-menu", args=[roundtable.pk])
    assert as_user(ana).post(address, {"text": "/code-designer on"}).status_code == 422
    ana.is_superuser = True
    ana.save()
    as_user(ana).post(address, {"text": "/code-designer on"})
    assert (switch.is_code_designer_mode(), Event.objects.count()) == (True, before)

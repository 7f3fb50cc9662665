"""The page of a roundtable and what people do on it, without a socket."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from reviews.log import store
from reviews.models import Event, Session
from reviews.sessions import actions, loading
from reviews.states import State
from tests.live import table
from tests.live.table import ALEX, FOCUS, JORDAN, MAYA, framing, line, said, tell
from tests.live.test_table_events import words

pytestmark = pytest.mark.django_db
HTMX = {"HTTP_HX_REQUEST": "true"}


def part(html: str, name: str) -> str:
    """The words of the element with this id, up to the next one with an id."""
    return words("<i " + html.split(f'id="{name}"', 1)[1].partition('id="')[0].rpartition("<")[0])


def state_of(session: Session) -> tuple[str, int]:
    """What must not change by a refusal."""
    return Session.objects.values_list("state", "last_number").get(pk=session.pk)


@pytest.fixture
def see(roundtable, ben, as_user):
    """`see()` is the page as Ben sees it, `see(vera)` as Vera does."""
    his = as_user(ben)

    def seen(user=None) -> str:
        client = as_user(user) if user else his
        return client.get(roundtable.get_absolute_url()).content.decode()

    return seen


@pytest.fixture
def send(roundtable, ben, as_user):
    """`send(text="Hello")` is what Ben gets for a message."""

    def sent(user=ben, *, name="session-message", follow=False, htmx=False, **data):
        address = reverse(name, args=[roundtable.pk])
        return as_user(user).post(address, data, follow=follow, **(HTMX if htmx else {}))

    return sent


def test_the_page_names_the_topic_and_loads_what_a_table_needs(roundtable, see):
    html = see()
    assert html.count("<h1") == 1
    assert f"<h1>Roundtable: {escape(loading.folded(roundtable).setup.topic)}</h1>" in html
    assert "reviews/roundtable.css" in html
    assert "reviews/mentions.js" in html


def test_while_first_takes_are_written_the_page_says_so_and_can_be_stopped(roundtable, see):
    html = see()
    assert part(html, "now") == "Maya, Alex and Jordan are writing their first takes…"
    assert f'action="{roundtable.get_absolute_url()}stop/"' in html


def test_as_first_takes_come_fewer_are_written_and_the_panel_keeps_the_order_of_the_table(roundtable, see):
    tell(roundtable, table.take(JORDAN, "Who is told?"))
    assert part(see(), "now") == "Maya and Alex are writing their first takes…"
    tell(roundtable, table.take(MAYA, "Who asks?"))
    html = see()
    assert part(html, "now") == "Alex is writing a first take…"
    told = part(html, "takes")
    assert told.index("Who asks?") < told.index("Who is told?")
    assert "Maya and Jordan wrote down their first takes." in words(html)
    assert "hidden></span>" in html.split('id="event-2"')[1]


def test_fr_007_the_panel_tells_the_turn_who_speaks_and_who_is_next(roundtable, see):
    tell(roundtable, *table.takes(), framing())
    told = part(see(), "progress")
    assert "Turn 1 of 10" in told
    assert "Speaking: Alex" in told
    assert "Next: Jordan" in told


def test_a_message_changes_who_is_next_before_anybody_has_answered_it(roundtable, see, ben):
    tell(roundtable, framing(), said(ALEX, "One."), said(JORDAN, "Two.", 3))
    actions.say(roundtable, user=ben, text="Jordan, what would that cost?")
    assert "Speaking: Jordan" in part(see(), "progress")
    assert part(see(), "now") == "Jordan is about to speak…"


def test_fr_007_02_near_the_end_the_panel_warns_in_words(roundtable, see):
    tell(roundtable, framing(), *[said(ALEX, "One.", n) for n in range(2, 9)])
    assert "Turn 8 of 10 2 turns left" in part(see(), "progress")
    tell(roundtable, said(ALEX, "One.", 9))
    assert "Turn 9 of 10 1 turn left" in part(see(), "progress")


def test_fr_004_03_the_focus_question_stays_above_the_conversation(roundtable, see):
    assert part(see(), "focus") == "The framing will set the question that the discussion keeps to."
    tell(roundtable, framing())
    assert part(see(), "focus") == f"Focus {FOCUS}"


def test_the_panel_shows_first_takes_and_personas_with_their_lens(roundtable, see):
    tell(roundtable, *table.takes())
    html = see()
    assert "Written before anybody spoke. Nobody can change them." in part(html, "takes")
    for seat in loading.folded(roundtable).setup.cast:
        assert f"{seat.role} · {seat.lens}" in words(html)


def test_when_people_have_the_word_members_are_asked_and_viewers_told(roundtable, see, vera):
    table.discussed(roundtable)
    store.move(roundtable.pk, State.WAITING)
    assert part(see(), "now") == "It is your turn. Say something, or let them continue."
    assert part(see(vera), "now") == "They wait for a member of the team to say something."


def test_ben_is_told_that_his_choice_still_counts_when_no_turn_is_left(roundtable, see):
    tell(roundtable, framing(), *(said(ALEX, "One.", turn) for turn in range(2, 10)))
    tell(roundtable, line("disagreement", "They differ.", turn=10, sides=table.SIDES))
    store.move(roundtable.pk, State.WAITING)
    assert part(see(), "now") == "No turn is left. Take a side, and the summary says so, or let them sum up."


def test_viewers_see_everything_and_have_no_forms(roundtable, see, vera):
    table.discussed(roundtable)
    tell(roundtable, line("disagreement", "They differ.", turn=3, sides=table.SIDES), table.menu())
    html = see(vera).split('id="session"')[1].split("<footer")[0]
    assert html.count('<form method="post"') == html.count('method="post"') == 0
    assert html.count("<form") == html.count('role="search"')
    assert "testable codes Jordan’s side" in words(html)


def test_c40_only_who_started_it_and_admins_can_wrap_up_and_others_see_who_can(see, ana, ben):
    assert ('value="done"' in see(ana), 'value="done"' in see(ben)) == (True, False)
    assert "Ana or a team admin can wrap up." in words(see(ben))


def test_c6_let_them_continue_is_a_message_without_words(roundtable, send):
    table.discussed(roundtable)
    store.move(roundtable.pk, State.WAITING)
    got = send(text="", quick="1")
    assert got.url.startswith(roundtable.get_absolute_url())
    event = Event.objects.filter(session=roundtable, kind="user_message").get()
    assert (event.text, event.data["goes_on"]) == ("", True)


def test_a_button_leaves_the_message_box_alone(roundtable, send):
    table.discussed(roundtable)
    html = send(text="I choose a list.", quick="1", htmx=True).content.decode()
    assert 'id="composer"' not in html
    assert '<hx-partial hx-target="#log"' in html
    assert "I choose a list." in html


def test_a_button_that_comes_too_late_says_so_calmly(roundtable, send):
    table.discussed(roundtable)
    table.finish(roundtable)
    before = state_of(roundtable)
    got = send(text="done", quick="1", htmx=True)
    assert (got.status_code, state_of(roundtable)) == (409, before)
    assert "Nothing can be said now." in got.content.decode()
    assert "Nothing can be said now." in send(text="done", quick="1", follow=True).content.decode()


def test_fr_006_an_ended_roundtable_says_why_and_leads_on(roundtable, see, vera):
    table.discussed(roundtable)
    table.finish(roundtable)
    html, url = see(), roundtable.get_absolute_url()
    assert "Ended by a participant, after 2 of 10 turns" in words(html)
    for place in ("changes/", "transcript.md", "blind/"):
        assert f'href="{url}{place}"' in html
    again = f"/sessions/new/?item={roundtable.item.slug}&amp;kind=roundtable&amp;step=01-03"
    assert (again in html, again in see(vera)) == (True, False)


def test_without_contributions_there_is_nothing_to_tell_apart(roundtable, see):
    tell(roundtable, framing())
    table.finish(roundtable)
    assert "blind/" not in see()


def test_while_it_is_summed_up_the_page_says_so(roundtable, see, ana):
    table.discussed(roundtable)
    actions.say(roundtable, user=ana, text="done")
    assert part(see(), "now") == "The discussion is being summed up…"
    assert "Speaking" not in part(see(), "progress")


def test_everything_is_read_in_as_many_queries_for_a_long_log_as_for_a_short_one(
    roundtable, see, django_assert_num_queries, ben
):
    see()
    table.discussed(roundtable)
    with django_assert_num_queries(15):
        see()
    tell(roundtable, *[said(ALEX, f"Number {n}.", n, refers_to=[5]) for n in range(3, 9)])
    actions.say(roundtable, user=ben, text="Mind the fees.")
    with django_assert_num_queries(15):
        see()


def test_c6_who_waits_is_told_when_the_personas_go_on_by_themselves(item, ana, as_user):
    found = table.table(item, ana, idle_minutes=30)
    table.discussed(found)
    store.move(found.pk, State.WAITING)
    html = as_user(ana).get(found.get_absolute_url()).content.decode()
    assert part(html, "now").endswith("After 30 minutes of silence they continue by themselves.")

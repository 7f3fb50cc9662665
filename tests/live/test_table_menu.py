"""The menu that follows a roundtable: on, again, or a word for the next one."""

import pytest
from django.urls import reverse

from personas.models import Step
from reviews.exports import records
from reviews.models import Event, Item, Session
from tests.live import table
from tests.live.test_table_page import HTMX, state_of
from tests.starter import load_starter

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(roundtable) -> Session:
    """A finished roundtable with its menu."""
    table.discussed(roundtable)
    table.tell(roundtable, table.menu())
    table.finish(roundtable)
    return roundtable


@pytest.fixture
def choose(ended, ben, as_user):
    """`choose(choice="C")` is what Ben gets at the menu."""

    def chosen(user=ben, *, htmx=False, **data):
        return as_user(user).post(reverse("session-menu", args=[ended.pk]), data, **(HTMX if htmx else {}))

    return chosen


def test_fr_006_03_the_menu_stands_as_it_is_written_with_a_button_for_each_choice(ended, ben, as_user):
    html = as_user(ben).get(ended.get_absolute_url()).content.decode()
    assert (
        "[E] Elaboration Mode -- bring all perspectives to discuss this topic\n[C] Continue -- move" in html
    )
    assert [f'name="choice" value="{key}"' in html for key in "ECS"] == [True, True, True]


def test_at_a_phase_boundary_nothing_can_be_skipped(roundtable, ben, as_user):
    table.tell(roundtable, table.menu("phase"))
    html = as_user(ben).get(roundtable.get_absolute_url()).content.decode()
    assert 'value="C"' in html
    assert 'value="S"' not in html


def test_fr_006_04_e_starts_another_roundtable_on_the_step(ended, choose):
    got = choose(choice="E")
    another = Session.objects.exclude(pk=ended.pk).get()
    assert (got.url, another.step_id, another.state) == (another.get_absolute_url(), ended.step_id, "running")


def test_c_goes_on_and_the_step_is_done(ended, choose):
    got = choose(choice="c", htmx=True)
    assert got["HX-Redirect"].startswith("/")
    assert Item.objects.get(pk=ended.item_id).steps_completed == [ended.step_id]


def test_who_typed_words_comes_back_to_the_menu_that_follows_them(ended, choose):
    got = choose(text="Mind the refunds.", htmx=True)
    newest = ended.events.filter(kind="menu").latest("number").number
    assert newest == ended.events.latest("number").number
    assert got["HX-Redirect"] == f"{ended.get_absolute_url()}?at={newest}#event-{newest}"


def test_words_are_taken_down_for_the_next_one(ended, choose):
    choose(text="Continue with the refunds in mind.")
    said = Event.objects.filter(session=ended, kind="user_message").get()
    assert (said.text, said.data["menu"]) == ("Continue with the refunds in mind.", True)


@pytest.mark.parametrize("htmx", [False, True])
def test_what_is_no_choice_changes_nothing_and_says_why(ended, choose, htmx):
    before = state_of(ended)
    got = choose(choice="X", text="typed", htmx=htmx)
    assert (got.status_code, state_of(ended)) == (422, before)
    assert "Choose E, C or S" in got.content.decode()
    assert "typed</textarea>" in got.content.decode()


def test_viewers_may_not_choose_and_outsiders_find_no_menu(ended, choose, vera, cleo, client):
    before = state_of(ended)
    assert [choose(user, choice="C").status_code for user in (vera, cleo)] == [403, 404]
    address = reverse("session-menu", args=[ended.pk])
    assert client.post(address).url.startswith("/accounts/login/")
    assert state_of(ended) == before


def test_the_menu_is_posted_to_only(ended, ben, as_user):
    assert as_user(ben).get(reverse("session-menu", args=[ended.pk])).status_code == 405


def made(item, starter, choice: str, *said_after_framing) -> Session:
    """A finished roundtable on a step or a phase, at its menu."""
    session = table.table(item, starter, step=choice)
    table.tell(session, table.framing(), *said_after_framing)
    boundary = session.config["agenda"]["boundary"]
    table.tell(session, table.menu(boundary))
    table.finish(session)
    return session


@pytest.fixture
def pick(as_user, ben):
    """`pick(session, "C")` is where Ben gets to, with what he is told there."""

    def picked(session: Session, choice: str) -> tuple[str, str]:
        got = as_user(ben).post(reverse("session-menu", args=[session.pk]), {"choice": choice}, follow=True)
        return got.redirect_chain[-1][0], " ".join(str(message) for message in got.context["messages"])

    return picked


def steps_of(phase: str) -> list[str]:
    return list(Step.objects.filter(phase__key=phase, is_active=True).values_list("step_id", flat=True))


SAID = table.said(table.ALEX, "Space them.", 2)


def test_fr_001_02_e_at_a_phase_menu_is_on_the_phase_and_says_so(item, ben, pick):
    session = made(item, ben, "01-08", SAID)
    _, told = pick(session, "E")
    another = Session.objects.exclude(pk=session.pk).get()
    assert (another.config["step"], another.topic) == ("01", session.config["agenda"]["phase_title"])
    assert told == f"This roundtable is on the whole phase {another.topic}; the one before was on step 01-08."


def test_e_after_a_roundtable_on_the_whole_phase_is_on_the_phase_again(item, ben, pick):
    session = made(item, ben, "01", SAID)
    pick(session, "E")
    assert Session.objects.exclude(pk=session.pk).get().config["step"] == "01"


def test_c_does_not_complete_a_step_on_which_nobody_said_a_word(item, ben, pick):
    _, told = pick(made(item, ben, "01-03"), "C")
    assert told == "Step 01-03 does not count as completed: nobody spoke after the framing."
    assert Item.objects.get(pk=item.pk).steps_completed == []


def test_c_after_a_roundtable_on_the_phase_does_not_complete_its_last_step(item, ben, pick):
    _, told = pick(made(item, ben, "01", SAID), "C")
    found = Item.objects.get(pk=item.pk)
    assert found.steps_completed == []
    assert "Step 01-08 does not count as completed by this: the roundtable was on the whole phase." in told
    assert "Not run yet in it: 01-01, 01-02," in told


def test_c_on_a_step_that_was_discussed_completes_it_and_says_so(item, ben, pick):
    address, told = pick(made(item, ben, "01-03", SAID), "C")
    assert told == "Step 01-03 counts as completed."
    assert "step=01-04" in address


def test_complete_analysis_does_not_leave_the_status_raw_and_says_what_is_missing(item, ben, pick):
    session = made(item, ben, "04-05", SAID)
    address, told = pick(session, "C")
    written = records.export_meta(Item.objects.get(pk=item.pk))
    assert address == item.get_absolute_url()
    assert (written["analysis_status"], written["phases_completed"]) == ("partial", ["04-design"])
    assert written["steps_completed"] == ["04-05"]
    assert "Not run yet in it: 04-01, 04-02, 04-03 and 04-04." in told
    assert told.endswith(
        "The analysis counts as partial: 00-quick-scan, 01-requirements, 02-impact-analysis and 03-architecture are "
        "not completed."
    )
    assert session.events.filter(text__startswith="ben: [C] Complete analysis. Step 04-05").exists()


def test_with_every_phase_behind_it_the_analysis_is_complete(item, ben, pick):
    item.meta = {
        "phases_completed": ["00-quick-scan", "01-requirements", "02-impact-analysis", "03-architecture"]
    }
    load_starter()
    item.steps_completed = steps_of("04")
    item.save()
    _, told = pick(made(item, ben, "04-05", SAID), "C")
    assert told.endswith("The analysis counts as complete.")
    assert records.export_meta(Item.objects.get(pk=item.pk))["analysis_status"] == "analyzed"

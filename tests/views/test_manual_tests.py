"""MVT-001 to MVT-010: what people once tried by hand, on the pages, with the shipped steps and the
personas that follow rules."""

import re

import pytest
from django.utils.html import strip_tags

from personas.voice import forbidden_in
from reviews.models import ElaborationRecord, Event, Item, Session
from reviews.sessions import leases, loading
from tests import factories
from tests.personas.tilt import tilted_to
from tests.sessions.conftest import run_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
SPEC = """# Requirements

## Business Context

Cards are declined for reasons that go away within minutes, and we lose those orders.

## User Journeys

A buyer pays with a card. When the bank declines it, we try three more times within a minute.

## Risks

Issuers may see many attempts as an attack. A drawback of this is that buyers wait longer at the till.

## What we will not do

We leave out gift cards, although they are the second most used way to pay.

## People

TBD: who is on call at night.
"""
STEP_MENU = (
    "[E] Elaboration Mode -- bring all perspectives to discuss this topic\n"
    "[C] Continue -- move to the next step\n"
    "[S] Skip remaining steps in this phase\n"
    "Or type naturally to provide feedback."
)
MAYA, ALEX, JORDAN = "Maya Chen", "Alex Rivera", "Jordan Park"


class Browser:
    """Ana at the pages of one roundtable after the other. The engine runs when she has done something."""

    def __init__(self, client, item: Item) -> None:
        self.client, self.item = client, item
        self.session: Session

    def start(self, **chosen) -> "Browser":
        files = [artifact.pk for artifact in self.item.artifacts.all()]
        sent = {"item": self.item.slug, "kind": "roundtable", "step": "01-03", "artifacts": files} | chosen
        address = self.client.post("/sessions/new/", sent)["Location"]
        return self.at(address)

    def at(self, address: str) -> "Browser":
        self.session = Session.objects.get(pk=address.strip("/").split("/")[-1])
        return self

    def run(self) -> "Browser":
        run_once(self.session)
        return self

    def say(self, text: str) -> list[str]:
        """Send a message; returns the names of those who then speak."""
        last = self.session.last_number
        self.client.post(f"/sessions/{self.session.pk}/messages/", {"text": text})
        self.run()
        said = self.session.events.filter(number__gt=last, kind="contribution").order_by("number")
        return list(said.values_list("speaker_name", flat=True))

    def menu(self, **chosen) -> str:
        return self.client.post(f"/sessions/{self.session.pk}/menu/", chosen)["Location"]

    @property
    def page(self) -> str:
        """The words of the page, one blank between two."""
        html = self.client.get(self.session.get_absolute_url()).content.decode()
        for entity, sign in (("&quot;", '"'), ("&amp;", "&"), ("&#x27;", "'")):
            html = html.replace(entity, sign)
        return " ".join(strip_tags(html).split())


@pytest.fixture
def browser(as_ana, ana, item, personas) -> Browser:
    Item.objects.update(owner=ana)
    factories.ArtifactFactory(item=item, name="requirements-spec.md", content=SPEC)
    return Browser(as_ana, item)


def test_mvt_001_entry_names_the_others_the_topic_the_limit_and_how_to_end(browser):
    browser.start()
    page = browser.page
    assert "ELABORATION MODE" in page
    assert (
        "Bringing Alex Rivera (Solutions Architect) and Jordan Park (System Designer) into the discussion."
        in page
    )
    assert "Topic: User Experience & Journeys for Payment retries" in page
    assert 'Turn limit: 10 exchanges. Type "done" to end discussion early.' in page
    assert "We just covered User Experience & Journeys. Here is where we landed:" in browser.run().page


def test_mvt_002_all_three_take_part_the_lead_first_and_each_with_its_prefix(browser):
    page = browser.start().run().page
    prefixes = [
        "Maya Chen (Business Analyst): ",
        "Alex Rivera (Solutions Architect): ",
        "Jordan Park (System Designer): ",
    ]
    places = [page.index(prefix) for prefix in prefixes]
    assert places == sorted(places)
    assert browser.session.turns == 3


def test_mvt_003_alex_answers_alex_first_and_everybody_answers_all(browser):
    browser.start(max_turns="20").run()
    assert browser.say("Alex, how does this affect scalability?")[0] == ALEX
    assert browser.say("What do you all think about caching?") == [MAYA, ALEX, JORDAN]
    assert browser.say("When does the buyer see it?")[0] == MAYA
    assert "Ana" in browser.page


def test_mvt_004_done_brings_the_summary_the_updates_and_the_menu(browser):
    browser.start().run().say("Let's wrap up")
    page = browser.page
    assert "Elaboration Insights (Step 01-03: User Experience & Journeys)" in page
    assert "Participants: Maya Chen (BA), Alex Rivera (Architect), Jordan Park (Designer)" in page
    order = [
        "Key Insights",
        "Decisions Made",
        "Open Questions",
        "Updated requirements-spec.md, section",
    ]
    places = [page.index(words) for words in [*order, " ".join(STEP_MENU.split())]]
    assert places == sorted(places)


def test_mvt_005_a_warning_at_turn_8_and_the_end_at_turn_10(browser):
    browser.start().run()
    for text in ("everyone: what does a buyer see?", "And the bank?", "And the order?"):
        browser.say(text)
    rows = browser.session.events.filter(kind__in=["framing", "contribution", "user_message", "facilitation"])
    lines = {row.data["what"]: row.number for row in rows if row.kind == "facilitation"}
    used = loading.folded(browser.session).turns
    assert sum(turn.number < lines["warning"] for turn in used) in (8, 9)
    assert (browser.session.state, browser.session.end_reason, browser.session.turns) == (
        "finished",
        "turn-limit",
        10,
    )
    assert "Any final points before we synthesize?" in browser.page
    assert "We have had a thorough discussion. Let me synthesize the key points" in browser.page


def test_mvt_006_who_leaves_the_topic_is_led_back_and_it_costs_the_lead_no_turn(browser):
    browser.start().run()
    spoken = browser.say("Which JavaScript framework and which database should we choose?")
    assert MAYA not in spoken
    redirect = browser.session.events.get(kind="facilitation", data__what="redirect")
    assert redirect.speaker_name == MAYA
    assert re.match(r"That is a great question for .+\. For now, let us focus on .+", redirect.text)
    assert "That is a great question for step 03-02, Technology Decisions." in browser.page


def test_mvt_007_fr_010_04_four_in_five_contributions_are_told_apart_without_their_prefixes(browser):
    browser.start(max_turns="24").run()
    for text in (
        "everyone: what is missing?",
        "everyone: what could break?",
        "What do you all think about cost?",
    ):
        browser.say(text)
    voices = {row.key: row.version for row in browser.session.participants.select_related("version")}
    said = browser.session.events.filter(kind="contribution")
    guesses = [(tilted_to(row.text, voices), row.speaker_key) for row in said]
    sure = [guess == key for guess, key in guesses if guess]
    assert len(sure) >= 6
    assert sum(sure) >= 0.8 * len(sure)
    browser.say("done")
    assert browser.client.get(f"/sessions/{browser.session.pk}/blind/").status_code == 200


def test_mvt_008_nfr_004_the_diff_before_and_after_shows_additions_only(browser, item):
    browser.start().run().say("done")
    artifact = item.artifacts.get()
    html = browser.client.get(f"/artifacts/{artifact.pk}/diff/1..2/").content.decode()
    patch = browser.client.get(f"/artifacts/{artifact.pk}/diff/1..2/?format=patch").content.decode()
    assert "Inserted: </span>" in html
    assert "Removed: </span>" not in html
    assert not [line for line in patch.splitlines() if line.startswith("-") and not line.startswith("---")]
    places = browser.session.changes.filter(status="applied").values("position", "heading").distinct()
    assert patch.count("\n+<!-- Elaboration: step 01-03, ") == places.order_by().count() > 0


def test_mvt_009_nfr_005_after_an_interruption_it_goes_on_and_the_next_one_is_told_of_it(browser):
    browser.start().run()
    Session.objects.filter(pk=browser.session.pk).update(owner="a server that is gone", lease_until=None)
    leases.release_all()
    browser.client.post(f"/sessions/{browser.session.pk}/stop/")
    browser.client.post(f"/sessions/{browser.session.pk}/resume/")
    browser.run().say("done")
    record = ElaborationRecord.objects.get()
    assert (record.step_id, record.turn_count) == ("01-03", 3)
    browser.start(step="01-04")
    told = f"We also had a roundtable discussion on step 01-03 where {record.synthesis_summary}"
    assert told.rstrip(".") in browser.page


def test_mvt_010_nfr_007_c_s_and_natural_words_do_after_a_roundtable_what_they_did_before(browser, item):
    places = []
    for _ in range(2):
        Item.objects.update(steps_completed=["01-01"])
        browser.start().run().say("A courier waits at the door of every second buyer.")
        browser.say("done")
        menus = browser.session.events.filter(kind="menu")
        assert [row.text.strip("-\n") for row in menus] == [STEP_MENU]
        places.append([browser.menu(text=typed) for typed in ("c", "S")])
        browser.menu(text="Continue to think of the couriers.")
        assert [row.text.strip("-\n") for row in menus.all()] == [STEP_MENU, STEP_MENU]
        item.refresh_from_db()
        assert item.steps_completed == ["01-01", "01-03"]
    assert places[0] == places[1]
    assert [place.partition("&step=")[2] for place in places[0]] == ["01-04", "02-01"]


def test_mvt_001_fr_006_04_e_at_the_menu_enters_again(browser):
    first = browser.start().run()
    first.say("done")
    again = browser.menu(choice="e")
    assert again != first.session.get_absolute_url()
    assert "ELABORATION MODE" in browser.at(again).page


def test_c40_the_second_who_presses_e_joins_the_first(browser, as_user, ben):
    browser.start().run().say("done")
    ended = browser.session
    first = browser.menu(choice="E")
    second = as_user(ben).post(f"/sessions/{ended.pk}/menu/", {"choice": "E"}, follow=True)
    assert second.redirect_chain == [(first, 302)]
    assert b"so you joined that roundtable" in second.content
    assert Session.objects.count() == 2


def test_c40_whoever_asks_for_another_round_second_is_led_to_the_first(browser):
    browser.start().run().say("done")
    first = browser.menu(choice="E")
    second = browser.client.post(f"/sessions/{browser.session.pk}/deeper/")
    assert second["Location"] == first
    assert Session.objects.count() == 2


def test_c40_two_browsers_share_the_table_and_viewers_and_outsiders_do_not_speak(
    browser, as_user, ben, vera, cleo
):
    session = browser.start().run().session
    for user, status in ((ben, 302), (vera, 403), (cleo, 404)):
        response = as_user(user).post(
            f"/sessions/{session.pk}/messages/", {"text": f"I am {user.first_name}."}
        )
        assert response.status_code == status
    browser.say("And I am Ana.")
    said = Event.objects.filter(kind="user_message").order_by("number")
    assert list(said.values_list("speaker_name", flat=True)) == ["Ben", "Ana"]
    assert session.turns == len(loading.folded(session).turns)


def test_a_message_of_20000_signs_with_line_breaks_fits_as_the_box_counts_them(browser):
    browser.start().run()
    typed = "\r\n".join(["x" * 99] * 200)
    assert len(typed.replace("\r\n", "\n")) == 19_999
    response = browser.client.post(f"/sessions/{browser.session.pk}/messages/", {"text": typed})
    assert response.status_code == 302
    assert Event.objects.get(kind="user_message").text == typed.replace("\r\n", "\n")


def test_too_many_messages_are_refused_and_stay_in_the_box(browser, settings):
    browser.start().run()
    settings.MESSAGES_PER_MINUTE = 1
    browser.say("One.")
    last = browser.session.last_number
    response = browser.client.post(f"/sessions/{browser.session.pk}/messages/", {"text": "Two & a half."})
    assert response.status_code == 422
    assert b"Two &amp; a half." in response.content
    assert Session.objects.get().last_number == last


@pytest.mark.parametrize("topic", ["<b>Retries</b> & [x](javascript:1)", "بيانات العملاء", "重试" * 100])
def test_a_typed_topic_is_shown_as_it_was_typed_and_never_as_markup(topic, browser):
    browser.start(step="", topic=topic).run().say("done")
    html = browser.client.get(browser.session.get_absolute_url()).content.decode()
    assert "<b>Retries" not in html
    assert 'href="javascript' not in html
    assert browser.session.topic == topic
    assert browser.session.state == "finished"


def test_fr_010_01_to_03_fr_002_01_nobody_says_what_their_voice_forbids(browser):
    browser.start(max_turns="24").run()
    for text in ("everyone: what is missing?", "everyone: what could break?"):
        browser.say(text)
    voices = {row.key: row.version for row in browser.session.participants.select_related("version")}
    said = browser.session.events.filter(kind="contribution")
    assert {row.speaker_key for row in said} == set(voices)
    assert [hit for row in said for hit in forbidden_in(row.text, voices[row.speaker_key].forbidden)] == []


def test_fr_004_01_vr_elab_013_every_contribution_speaks_of_the_step_or_its_notes(browser):
    browser.start().run().say("What does a buyer see?")
    focus = browser.session.events.get(kind="framing").data["focus"]
    known = set(re.findall(r"\w{4,}", f"{SPEC} {focus} {browser.session.topic}".lower()))
    for row in browser.session.events.filter(kind="contribution"):
        assert known & set(re.findall(r"\w{4,}", row.text.lower())), row.text


def test_fr_002_03_fr_005_01_vr_elab_012_who_cites_somebody_names_them_and_a_turn_that_there_was(browser):
    browser.start(max_turns="24").run()
    browser.say("everyone: what could break?")
    turns = {turn.number: turn for turn in loading.folded(browser.session).turns}
    citing = [row for row in browser.session.events.filter(kind="contribution") if row.data["refers_to"]]
    personas = [
        (row, turns[number])
        for row in citing
        for number in row.data["refers_to"]
        if not turns[number].is_person
    ]
    assert personas
    assert all(turn.number < row.number and turn.first_name in row.text for row, turn in personas)

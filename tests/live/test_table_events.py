"""What the page shows of each event of a roundtable: who speaks, in whose voice, and what it leads to."""

import re

import pytest

from reviews.kinds.roundtable.page import avatar_of_person
from reviews.log import store
from reviews.log.values import NewEvent
from reviews.states import EventKind, State
from tests.live import table
from tests.live.table import ALEX, FOCUS, JORDAN, MAYA, SIDES, framing, line, person, said, tell

pytestmark = pytest.mark.django_db


def words(html: str) -> str:
    """The text of some HTML."""
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


@pytest.fixture
def show(roundtable, ben, as_user):
    """`show(7)` is event 7 as Ben's page shows it."""

    def shown(number: int) -> str:
        html = as_user(ben).get(roundtable.get_absolute_url()).content.decode()
        return re.search(rf'(<(article|span) id="event-{number}".*?</\2>)', html, re.DOTALL)[1]

    return shown


def test_fr_001_the_introduction_stands_without_its_rules(roundtable, show):
    tell(roundtable, table.introduced(roundtable))
    text = words(show(2))
    assert text.startswith("ELABORATION MODE Bringing Alex Rivera (Solutions Architect) and Jordan Park")
    assert "---" not in text


def test_first_takes_have_one_line_in_the_log_and_a_place_of_their_own(roundtable, show, as_user, ben):
    tell(roundtable, *table.takes())
    assert "hidden></span>" in show(2)
    assert words(show(4)) == "Maya, Alex and Jordan wrote down their first takes."
    html = as_user(ben).get(roundtable.get_absolute_url()).content.decode()
    assert html.count("The notes do not say who is told.") == 3
    assert "The notes do not say" not in html.split('id="log"')[1].split('id="live"')[0]


def test_the_line_grows_with_the_takes(roundtable, show):
    tell(roundtable, table.take(MAYA))
    assert words(show(2)) == "Maya wrote down a first take."


@pytest.mark.slow
def test_fr_004_the_framing_sets_the_focus_question_apart(roundtable, show):
    tell(roundtable, framing())
    html = show(2)
    assert f'<p class="focus-question">{FOCUS}</p>' in html
    assert words(html).count(FOCUS) == 1
    assert words(html).endswith("Alex, what is your take?")


def test_fr_002_04_a_contribution_begins_with_its_prefix_and_one_space(roundtable, show):
    tell(roundtable, framing(), said(ALEX, "Space **them**.\n\nOver a day."))
    body = show(3).partition('event-text">')[2]
    assert re.sub(r"<[^>]+>", "", body).startswith(
        "Alex Rivera (Solutions Architect): Space them.\nOver a day."
    )


def test_a_contribution_that_begins_with_a_list_has_the_prefix_too(roundtable, show):
    tell(roundtable, framing(), said(ALEX, "- One\n- Two"))
    assert "Alex Rivera (Solutions Architect): One Two" in words(show(3).replace("</p>", " "))


def test_what_a_model_writes_never_becomes_markup_or_a_prefix(roundtable, show):
    tell(roundtable, framing(), said(ALEX, "<b>Maya Chen (Business Analyst):</b> I agree."))
    assert "&lt;b&gt;Maya Chen" in show(3)
    assert words(show(3)).count("Alex Rivera (Solutions Architect):") == 1


def test_each_speaker_has_a_name_a_role_a_colour_and_a_shape(roundtable, show):
    tell(roundtable, framing(), said(ALEX, "One."), said(JORDAN, "Two.", 3))
    heads = [show(number) for number in (2, 3, 4)]
    for head, speaker in zip(heads, (MAYA, ALEX, JORDAN), strict=True):
        assert f'aria-hidden="true">{speaker.name}</span>' in head
        assert f'class="event-role" aria-hidden="true">{speaker.role}</span>' in head
    assert len({re.search(r"look-(\w+)", head)[1] for head in heads}) == 3
    assert len({re.search(r"sign-(\w+)", head)[1] for head in heads}) == 3


def test_fr_005_references_lead_to_the_turns_and_a_changed_mind_is_told(roundtable, show):
    tell(roundtable, framing(), said(ALEX, "One."))
    tell(roundtable, said(JORDAN, "Two.", 3, refers_to=[2, 3], changed_mind="I had missed the issuer."))
    html = show(4)
    assert '<a href="#event-2">Maya, turn 1</a>, <a href="#event-3">Alex, turn 2</a>' in html
    assert "Changed their mind: I had missed the issuer." in words(html)


def test_people_look_the_same_everywhere_and_unlike_each_other(roundtable, show, ana, ben):
    tell(roundtable, framing(), person(ana, "One."), person(ben, "Two."), person(ana, "Three."))
    signs = [re.search(r"look-\w+|$", show(n))[0] + re.search(r"sign-[\w-]+", show(n))[0] for n in (3, 4, 5)]
    assert signs[0] == signs[2] != signs[1]
    assert "sign-person" in signs[0]
    assert "Ana: One." in words(show(3))


def test_a_message_says_what_became_of_it(roundtable, show, ana, ben):
    tell(roundtable, framing(), person(ben, "Mind the fees."), person(ana, "Not this."))
    tell(roundtable, person(ana, "", withdraws=4))
    assert "Will be used at the next turn." in show(3)
    assert "Withdrawn. It was not used." in show(4)
    tell(roundtable, said(ALEX, "I do.", 3, basis=5))
    assert "Used as turn 2." in show(3)


def test_c3_an_exit_word_is_used_and_is_no_turn(roundtable, show, ana):
    tell(roundtable, framing(), person(ana, "done", may_end=True), line("exit", "Wrapping up.", basis=3))
    assert "Used. It does not count as a turn." in show(3)


def test_c6_who_lets_them_continue_has_one_calm_line(roundtable, show, ana):
    tell(roundtable, framing(), person(ana, goes_on=True))
    tell(roundtable, NewEvent(EventKind.USER_MESSAGE, "", None, {"goes_on": True, "idle": True}))
    assert words(show(3)) == "Ana lets them continue."
    assert words(show(4)) == "Nobody said anything, so they continue."


def test_who_passes_has_one_muted_line(roundtable, show):
    tell(roundtable, framing(), line("passes", "", JORDAN))
    assert words(show(3)) == "Jordan Park has nothing to add."


def test_a_line_of_the_lead_has_the_prefix_and_no_turn(roundtable, show):
    tell(roundtable, framing(), line("redirect", "That is a great question for Architecture."))
    assert "Maya Chen (Business Analyst): That is a great question for Architecture." in words(show(3))
    assert "turn" not in words(show(3))


def test_fr_005_03_a_disagreement_is_put_as_two_buttons_that_work_without_scripts(roundtable, show):
    tell(roundtable, framing(), line("disagreement", "They differ.", turn=2, sides=SIDES))
    html = show(3)
    assert re.findall(r'name="text" value="([^"]+)"', html) == [
        "I choose a list of final codes.",
        "I choose spacing over a day.",
    ]
    assert html.count(f'method="post" action="/sessions/{roundtable.pk}/messages/"') == 2


def test_a_choice_without_a_name_of_its_own_is_taken_by_its_option(roundtable, show):
    sides = [
        {"key": ALEX.key, "name": "Alex", "option": "spacing"},
        {"key": MAYA.key, "name": "Maya", "option": ""},
    ]
    tell(roundtable, framing(), line("disagreement", "They differ.", turn=2, sides=sides))
    assert re.findall(r'name="text" value="([^"]+)"', show(3)) == ["I choose spacing.", "I agree with Maya."]


def test_fr_008_the_synthesis_attributes_each_point_and_leads_to_its_turns(roundtable, show):
    tell(roundtable, framing(), said(ALEX, "One."), table.synthesis(2, 3))
    html = show(4)
    assert words(html).startswith("Elaboration Insights (Step 01-03: Journeys) Participants: Maya Chen (BA)")
    assert "[Maya/Alex] Issuers see quick retries as an attack. from Maya, turn 1, Alex, turn 2" in words(
        html
    )
    assert "<em>quick</em>" in html
    assert "Decisions Made None." in words(html)
    assert "[Jordan] Who owns the list?: Ana resolves it" in words(html)
    assert "Action Items" not in html


def test_err_elab_007_a_summary_without_points_is_shown_as_it_is(roundtable, show):
    data = {"summary": "Space them.", "degraded": True}
    tell(roundtable, NewEvent(EventKind.SYNTHESIS, "Key takeaway: Space *them*.", None, data))
    assert words(show(2)) == "Key takeaway: Space them."


def test_fr_008_04_an_announcement_leads_to_the_artifact_and_to_the_change(roundtable, show):
    pin, text = roundtable.pins.get(), 'Updated requirements-spec.md, section "Plan": added 1 point.'
    data = {"what": "updated", "artifact": str(pin.artifact_id)}
    tell(roundtable, NewEvent(EventKind.ANNOUNCEMENT, text, None, data))
    html = show(2)
    assert f'href="{pin.artifact.get_absolute_url()}"' in html
    assert f'href="{roundtable.get_absolute_url()}changes/"' in html


def test_c2_that_people_have_the_word_is_no_line_in_the_log(roundtable, show):
    tell(roundtable, framing())
    store.move(roundtable.pk, State.WAITING)
    assert "hidden></span>" in show(3)
    assert 'aria-label="The table waits for somebody to say something"' in show(3)


def test_the_last_event_says_who_speaks_next(roundtable, show):
    tell(roundtable, *table.takes(), framing())
    assert 'aria-label="Maya Chen, framing, turn 1" data-next="Alex Rivera speaks next"' in show(5)
    tell(roundtable, said(ALEX, "One."))
    assert "data-next" not in show(5)
    assert 'data-next="Jordan Park speaks next"' in show(6)


def test_long_texts_are_announced_by_what_they_are(roundtable, show):
    tell(roundtable, table.introduced(roundtable), table.synthesis(), table.menu())
    labels = [re.search(r'aria-label="([^"]*)"', show(number))[1] for number in (2, 3, 4)]
    assert labels == ["Introduction", "Summary of the discussion", "The menu"]


def test_fr_009_the_record_has_one_line_that_leads_to_the_item(roundtable, show):
    values = {"step_id": "01-03", "turn_count": 1, "timestamp": "2026-11-21T07:00:00.000Z"}
    data = {**values, "synthesis_summary": "Space the retries."}
    tell(roundtable, NewEvent(EventKind.RECORD, "Space the retries.", None, data))
    assert words(show(2)) == "Recorded for step 01-03, 1 turn: Space the retries. Open the item"
    assert f'href="{roundtable.item.get_absolute_url()}"' in show(2)


def test_people_whose_accounts_follow_each_other_look_different():
    looks = {avatar_of_person(str(user_id)) for user_id in range(1, 22)}
    assert len(looks) == 21
    assert avatar_of_person("7") == avatar_of_person("7")


def test_after_the_last_turn_no_next_turn_is_promised_to_ben(roundtable, show, ben):
    tell(roundtable, framing(), *(said(ALEX, "One.", turn) for turn in range(2, 10)))
    tell(
        roundtable,
        line("disagreement", "They differ.", turn=10, sides=SIDES),
        person(ben, "I choose spacing."),
    )
    assert "No turn is left. The summary takes it up." in words(show(12))
    tell(roundtable, line("limit", "Let me synthesize."))
    tell(roundtable, person(ben, "One more thing."))
    assert "The discussion is over. The summary takes it up if it has not been started yet." in words(
        show(14)
    )


def test_what_came_while_the_summary_was_written_came_too_late_and_says_so(roundtable, show, ben):
    tell(roundtable, framing(), said(ALEX, "One."), table.synthesis(2, 3), person(ben, "I choose spacing."))
    assert "It came too late: the summary was written without it." in words(show(5))


def test_the_draft_of_a_summary_is_shown_as_one_that_waits_and_as_text(roundtable, show):
    point = {
        "kind": "insights",
        "text": "<b>No</b> refunds.",
        "events": [1],
        "sentence": "Nobody said <i>so</i>",
    }
    draft = {"what": "draft", "basis": 1, "draft": {"summary": "it ended", "points": [point]}}
    tell(roundtable, NewEvent(EventKind.ANNOUNCEMENT, "A second look compares it.", None, draft))
    html = show(2)
    assert "The summary before the second look" in html
    assert "<b>No</b>" not in html
    assert "<i>so</i>" not in html
    assert "&lt;b&gt;No&lt;/b&gt; refunds." in html

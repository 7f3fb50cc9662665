"""Roundtables on the shipped steps: what they are about, who leads, what they add to."""

from datetime import UTC, datetime

import pytest

from personas.models import Persona, Phase, Step
from reviews.errors import ElmError
from reviews.kinds.roundtable import phrases
from reviews.models import Change, ElaborationRecord, Session
from reviews.sessions import actions, loading
from tests import factories
from tests.sessions.conftest import run_once
from tests.sessions.held import end, text_of, told
from tests.starter import load_starter

pytestmark = pytest.mark.django_db(transaction=True)


def test_fr_001_01_a_shipped_step_is_introduced_by_its_title(hold, item):
    session = hold("01-03")
    assert (
        "Topic: User Experience & Journeys for Payment retries"
        in session.events.get(kind="introduction").text.splitlines()
    )


def test_fr_008_02_the_additions_go_into_the_section_that_the_step_names(hold, ana):
    session = end(hold("01-03"), ana)
    assert {change.section for change in session.changes.all()} == {"User Journeys"}
    before, after = text_of(session).split("## Risks")
    assert "#### Elaboration Insights" not in before.split("## User Journeys")[0]
    assert "### Elaboration Insights (Step 01-03: User Experience & Journeys)" in before
    assert after == "\n\nNone.\n"


@pytest.mark.slow
def test_fr_001_02_after_the_last_step_of_a_phase_comes_the_menu_of_the_phase(hold, ana):
    session = end(hold("01-08"), ana)
    menu = session.events.get(kind="menu")
    assert menu.data == {"boundary": "phase", "next": "02-01"}
    assert "[C] Continue to Phase 02 (Impact Analysis)" in menu.text.splitlines()


@pytest.mark.slow
def test_fr_001_02_after_the_last_step_of_all_the_analysis_is_complete(hold, ana):
    menu = end(hold("04-05"), ana).events.get(kind="menu")
    assert "[C] Complete analysis" in menu.text.splitlines()
    assert menu.data["next"] == ""


@pytest.mark.slow
def test_c28_a_whole_phase_is_about_its_title_and_counts_as_its_last_step(hold, ana):
    session = end(hold("01"), ana)
    assert (session.topic, session.step_id) == ("Requirements", "01-08")
    assert ElaborationRecord.objects.get().step_id == "01-08"
    agenda = session.config["agenda"]
    assert [output["file"] for output in agenda["outputs"]] == [
        "requirements-spec.md",
        "traceability-matrix.csv",
    ]
    assert len(agenda["questions"]) > len(Step.objects.get(step_id="01-08").questions())


def lead_of(session: Session) -> str:
    return loading.folded(session).setup.lead.key


@pytest.mark.parametrize(
    ("step", "rotation"),
    [
        ("00-01", ["Maya Chen", "Alex Rivera", "Jordan Park"]),
        ("01-03", ["Maya Chen", "Alex Rivera", "Jordan Park"]),
        ("02-01", ["Alex Rivera", "Jordan Park", "Maya Chen"]),
        ("03-02", ["Alex Rivera", "Jordan Park", "Maya Chen"]),
        ("04-04", ["Jordan Park", "Alex Rivera", "Maya Chen"]),
    ],
)
def test_c8_each_phase_has_its_lead_and_the_others_follow_by_first_name(step, rotation, hold):
    assert [seat.name for seat in loading.folded(hold(step)).setup.cast] == rotation


def test_err_persona_002_the_persona_of_a_step_leads_before_that_of_its_phase(hold):
    load_starter()
    Step.objects.filter(step_id="01-03").update(persona=Persona.objects.get(key="system-designer"))
    assert lead_of(hold("01-03")) == "system-designer"
    assert lead_of(hold("01-02")) == "business-analyst"


def test_a_persona_of_a_step_that_is_switched_off_leaves_the_lead_to_the_phase(hold):
    load_starter()
    Step.objects.filter(step_id="02-01").update(persona=Persona.objects.get(key="system-designer"))
    Persona.objects.filter(key="system-designer").update(is_active=False)
    session = hold("02-01")
    assert lead_of(session) == "solutions-architect"
    assert told(session) == []


def test_err_elab_002_c33_a_phase_without_a_lead_is_led_by_maya_and_says_so(hold):
    Phase.objects.filter(key="02").update(lead=None)
    session = hold("02-01")
    assert lead_of(session) == "business-analyst"
    assert told(session) == [
        "Unknown phase key '02-impact-analysis'. Defaulting to Maya Chen as lead persona for elaboration."
    ]


@pytest.mark.parametrize(("depth", "count"), [("brief", (1, 1)), ("standard", (2, 3)), ("deep", (4, 6))])
def test_c37_what_people_chose_for_the_phase_decides_how_much_is_asked(depth, count, hold, item):
    item.depth_overrides = {"01-requirements": depth}
    item.save()
    session = hold("01-03")
    least, most = count
    assert least <= len(session.config["agenda"]["questions"]) <= most


def test_the_draft_of_a_brief_step_is_not_what_the_table_is_asked(hold, item):
    item.depth_overrides = {"01-requirements": "brief"}
    item.save()
    agenda = hold("01-03").config["agenda"]
    assert agenda["questions"] == ["Where does the user come from, and what makes them begin?"]


@pytest.mark.parametrize(
    "overrides", [{}, {"01-requirements": "huge"}, {"01-requirements": None}, {"02": "deep"}]
)
def test_c37_without_a_choice_that_makes_sense_the_steps_own_depth_decides(overrides, hold, item):
    item.depth_overrides = overrides
    item.save()
    own = Step.objects.get(step_id="01-06")
    assert own.depth == "deep"
    assert hold("01-06").config["agenda"]["questions"] == own.questions("deep")


@pytest.mark.parametrize("step", ["09-09", "xx", "9"])
def test_err_elab_001_c32_a_step_that_is_not_there_starts_nothing(step, hold):
    with pytest.raises(ElmError, match="There is no step"):
        hold(step)
    assert not Session.objects.exists()


def test_err_elab_001_a_roundtable_that_lost_its_agenda_says_so(hold):
    session = hold()
    session.config["agenda"] = None
    session.save()
    with pytest.raises(ElmError, match="I could not load the step context for elaboration"):
        loading.folded(session)


def test_c32_a_step_without_outputs_is_held_and_adds_to_what_was_chosen(hold, ana):
    Step.objects.filter(step_id="01-03").update(outputs=[])
    session = end(hold("01-03"), ana)
    assert session.state == "finished"
    assert session.changes.get().status == "applied"


@pytest.mark.parametrize(("limit", "turns"), [(None, 10), (2, 10), (3, 3), (25, 25), (5000, 10)])
def test_err_elab_003_c30_an_item_without_a_usable_limit_has_ten_turns(limit, turns, hold, item):
    type(item).objects.update(max_turns=limit)
    item.refresh_from_db()
    assert hold(max_turns=None).config["max_turns"] == turns


@pytest.mark.slow
def test_us_008_an_edited_step_is_used_by_the_next_roundtable_and_not_by_a_running_one(hold, ana):
    session = hold("01-03")
    Step.objects.filter(step_id="01-03").update(
        title="Ways through", outputs=[{"file": "x.md", "sections": []}]
    )
    end(session, ana)
    assert "(Step 01-03: User Experience & Journeys)" in text_of(session)
    assert actions.deeper(session, by=ana).topic == "Ways through"


def test_fr_009_02_fr_009_03_the_three_latest_of_the_phase_are_told_and_no_others(hold, item):
    for day, step in enumerate(["01-01", "01-02", "02-01", "01-04", "01-05"], 1):
        ElaborationRecord.objects.create(
            item=item,
            step_id=step,
            turn_count=4,
            timestamp=datetime(2026, 2, day, tzinfo=UTC),
            synthesis_summary=f"day {day} was good",
        )
    assert told(hold("01-03")) == [
        f"We also had a roundtable discussion on step {step} where day {day} was good."
        for step, day in (("01-02", 2), ("01-04", 4), ("01-05", 5))
    ]


@pytest.mark.slow
def test_what_was_said_in_earlier_roundtables_is_known_in_the_next(hold, ana):
    first = hold("01-03")
    run_once(first)
    actions.say(first, user=ana, text="Priya is on call at night.")
    end(run_once(first), ana)
    second = hold("01-03")
    later = loading.load_session(second.pk).setup
    assert "Priya is on call at night." in later.told_before
    contributed = first.events.filter(kind="contribution").exclude(text="").values_list("text", flat=True)
    assert {" ".join(text.split()) for text in contributed} <= set(later.said_before)
    assert loading.load_session(first.pk).setup.said_before == ()
    # Pages only fold: they need not know.
    assert loading.folded(second).setup.said_before == ()


def test_err_elab_010_without_earlier_records_nothing_is_said_of_them(hold):
    assert told(hold()) == []


@pytest.mark.slow
def test_fr_009_04_a_second_round_appends_a_record_and_never_replaces_one(hold, ana):
    first = end(hold(), ana)
    second = end(actions.deeper(first, by=ana), ana)
    assert list(ElaborationRecord.objects.values_list("session", flat=True)) == [first.pk, second.pk]


@pytest.mark.slow
def test_c26_without_any_artifact_the_files_of_the_step_are_named_and_none_is_made(hold, ana, item):
    item.artifacts.all().delete()
    session = end(hold(artifacts=[]), ana)
    assert told(session) == [phrases.not_added("missing", "requirements-spec.md")]
    assert (item.artifacts.count(), Change.objects.count()) == (0, 0)


@pytest.mark.slow
def test_c24_a_json_of_the_step_is_left_alone_and_the_markdown_beside_it_is_not_used(hold, ana, item):
    stories = factories.ArtifactFactory(item=item, name="user-stories.json", content="{}")
    session = end(hold("01-07", artifacts=[stories]), ana)
    assert stories.current.content.decode() == "{}"
    assert any("user-stories.json" in line for line in told(session))
    assert session.state == "finished"


@pytest.mark.slow
def test_several_artifacts_get_what_belongs_to_them(hold, ana, item, spec):
    matrix = factories.ArtifactFactory(item=item, name="nfr-matrix.md", content="# NFRs\n")
    points = [
        {"text": "Shoppers see a second attempt.", "events": ["last:any"], "artifact": "nfr-matrix.md"},
        {"text": "Cards are declined.", "events": ["last:any"], "artifact": "requirements-spec.md"},
    ]
    summed = [{"text": "an attempt", "data": {"insights": points}}]
    session = end(hold("01-05", {"roundtable.synthesis": summed}, artifacts=[spec, matrix]), ana)
    matrix.refresh_from_db()
    spec.refresh_from_db()
    assert "Shoppers see a second attempt." in matrix.current.content.decode()
    assert "Cards are declined." in spec.current.content.decode()
    assert len([line for line in told(session) if line.startswith("Updated ")]) == 2


@pytest.mark.slow
def test_e_by_somebody_else_asks_anew_whose_additions_go_in_at_once(hold, ana, ben):
    first = end(hold(), ana)
    assert first.config["apply"] == "at_once"
    theirs = run_once(actions.deeper(first, by=ben))
    actions.say(theirs, user=ben, text="A courier waits at the door of every second buyer.")
    end(run_once(theirs), ben)
    assert theirs.config["apply"] == "review"
    assert set(theirs.changes.values_list("status", flat=True)) == {"proposed"}


def test_a_name_of_any_length_that_an_account_may_have_can_speak(hold, ana):
    ana.first_name, ana.last_name = "A" * 150, "B" * 150
    ana.save()
    session = hold()
    row = actions.say(session, user=ana, text="Why?")
    row.full_clean(exclude=["data", "user"])
    assert row.speaker_name == "A" * 150


@pytest.mark.slow
def test_a_role_of_any_length_that_a_persona_may_have_can_speak(hold, ana):
    load_starter()
    alex = Persona.objects.get(key="solutions-architect")
    alex.role = "R" * 120
    alex.publish(by=ana)
    row = run_once(hold()).events.filter(kind="contribution").first()
    row.full_clean(exclude=["data", "user"])
    assert row.speaker_role == "R" * 100


@pytest.mark.parametrize("minutes", [0, None])
def test_c6_who_wants_no_clock_waits_for_ever(minutes, hold):
    session = run_once(hold(idle_minutes=minutes))
    assert (session.state, session.wakes_at) == ("waiting", None)


def test_a_roundtable_keeps_which_version_of_its_step_it_is_about(hold):
    session, step = hold("01-03"), Step.objects.get(step_id="01-03")
    pinned = step.current
    step.title = "Edited meanwhile"
    step.publish()
    [pin] = session.pinned_versions.filter(what="step")
    assert (pin.key, pin.version, pin.version.content().title) == (
        "01-03",
        pinned,
        "User Experience & Journeys",
    )
    assert {row.what for row in session.participants} == {"seat"}


def test_a_roundtable_on_a_whole_phase_keeps_the_versions_of_all_its_steps(hold):
    session = hold("01")
    keys = session.pinned_versions.filter(what="step").values_list("key", flat=True)
    assert list(keys) == [step.step_id for step in Step.objects.filter(phase__key="01")]


def test_a_roundtable_on_a_typed_topic_keeps_none(hold):
    session = hold("", topic="Pricing")
    assert not session.pinned_versions.filter(what="step").exists()

"""The pages of angle reviews with rows: who may see them, rolling back, comparing, exports, the form."""

import json
import re

import pytest
from django.contrib.auth.models import User

from personas.models import Angle
from reviews.kinds.angles.pages.rollback import roll_back
from reviews.models import Change, ModelCall, Session
from reviews.models.outcome import ChangeStatus
from reviews.sessions import loading
from reviews.states import EventKind
from tests import factories
from tests.factories import MembershipFactory
from tests.kinds.angles.examples import asks_back, finds_and_mends, finds_only
from tests.kinds.angles.rows import stored_review
from tests.kinds.angles.table import CODE
from tests.starter import load_starter

PAGES = ("", "units/", "findings/", "passes/", "against/", "unit/?unit=1/block:1")
FILES = ("findings.json", "findings.sarif", "findings.md")


@pytest.fixture
def mended(item, ana) -> Session:
    return stored_review(item, ana, finds_and_mends)


def address(session: Session, rest: str = "") -> str:
    return f"/sessions/{session.pk}/{rest}"


@pytest.mark.slow
def test_her_team_opens_every_page_and_cleo_none(mended, as_user, ana, vera, cleo):
    call = mended.events.filter(kind=EventKind.CONTRIBUTION).first().number
    for rest in (*PAGES, *FILES, f"calls/{call}/"):
        assert as_user(vera).get(address(mended, rest)).status_code == 200, rest
        assert as_user(cleo).get(address(mended, rest)).status_code == 404, rest


def test_the_pages_are_those_of_angle_reviews_only(item, ana, as_user):
    other = factories.SessionFactory(item=item, started_by=ana)
    assert as_user(ana).get(address(other, "units/")).status_code == 404


def test_ben_rolls_a_unit_back_after_the_end_and_the_proposals_are_renewed(mended, as_user, ben):
    state = loading.folded(mended)
    assert state.unit("1/block:1").is_changed
    response = as_user(ben).post(address(mended, "roll-back/"), {"unit": "1/block:1", "to_pass": "0"})
    assert response.status_code == 302
    state = loading.folded(Session.objects.get(pk=mended.pk))
    assert state.working_text(state.setup.notes[0].artifact) == CODE
    row = mended.events.get(kind=EventKind.REVISION)
    assert row.text == "Ben took block 1 back to its original text."
    assert row.user_id == ben.pk
    assert b"rolled back" in as_user(ben).get(address(mended, "unit/?unit=1/block:1")).content


def test_a_change_that_waits_goes_with_the_rollback_and_one_that_was_accepted_stays(mended, ana, ben):
    pin = mended.pins.get()
    columns = {"artifact": pin.artifact, "base": pin.revision, "order": 1, "removed": "a", "inserted": "b"}
    waiting = Change.objects.create(session=mended, position=3, **columns)
    decided = Change.objects.create(
        session=mended, position=200, status=ChangeStatus.REJECTED, **(columns | {"order": 2})
    )
    roll_back(mended, "1/block:1", 0, by=ben)
    assert not Change.objects.filter(pk=waiting.pk).exists()
    assert Change.objects.filter(pk=decided.pk).exists()
    roll_back(mended, "1/block:1", 1, by=ben)
    made = mended.changes.get(status=ChangeStatus.PROPOSED)
    assert made.inserted == "        result += price\n"


def test_vera_and_cleo_roll_nothing_back(mended, as_user, vera, cleo):
    sent = {"unit": "1/block:1", "to_pass": "0"}
    assert as_user(vera).post(address(mended, "roll-back/"), sent).status_code == 403
    assert as_user(cleo).post(address(mended, "roll-back/"), sent).status_code == 404
    assert not mended.events.filter(kind=EventKind.REVISION).exists()
    assert b"Roll back to" not in as_user(vera).get(address(mended, "unit/?unit=1/block:1")).content


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"unit": "1/block:1", "to_pass": "99"}, "has no pass 99"),
        ({"unit": "1/block:1", "to_pass": "3"}, "has that text already"),
        ({"unit": "1/block:1", "to_pass": "x"}, "has no pass"),
    ],
)
def test_what_can_t_be_rolled_back_says_why(mended, as_user, ana, sent, why):
    response = as_user(ana).post(address(mended, "roll-back/"), sent)
    assert response.status_code == 409
    assert why in response.content.decode()
    assert not mended.events.filter(kind=EventKind.REVISION).exists()


def test_while_it_runs_a_unit_is_rolled_back_and_nothing_is_proposed_yet(mended, ana):
    Session.objects.filter(pk=mended.pk).update(state="running")
    roll_back(mended, "1/block:1", 0, by=ana)
    kinds = list(mended.events.order_by("-number").values_list("kind", flat=True)[:1])
    assert kinds == [EventKind.REVISION]
    assert Session.objects.get(pk=mended.pk).wake_seq > mended.wake_seq


def test_while_it_is_written_up_nothing_is_rolled_back(mended, as_user, ana):
    Session.objects.filter(pk=mended.pk).update(state="synthesizing")
    response = as_user(ana).post(address(mended, "roll-back/"), {"unit": "1/block:1", "to_pass": "0"})
    assert "Nothing can be rolled back now" in response.content.decode()
    assert not mended.events.filter(kind=EventKind.REVISION).exists()


def test_the_page_of_a_call_has_request_and_response_in_their_envelopes(mended, as_user, ana):
    row = mended.events.filter(kind=EventKind.CONTRIBUTION).first()
    html = as_user(ana).get(address(mended, f"calls/{row.number}/")).content.decode()
    for words in (
        "protocol_version",
        "verify_request",
        "correlation_id",
        "must_preserve",
        row.data["request"],
    ):
        assert words in html
    assert as_user(ana).get(address(mended, "calls/1/")).status_code == 404


def test_the_page_of_a_tool_s_call_has_its_messages_too(mended, as_user, ana):
    row = mended.events.filter(kind=EventKind.EVIDENCE)[1]
    html = as_user(ana).get(address(mended, f"calls/{row.number}/")).content.decode()
    for words in ("tool_request", "run_analyzer", "documentation_hint", "# Tool: run_analyzer", "success"):
        assert words in html
    asked = mended.events.filter(kind=EventKind.TOOL_CALL).first()
    assert as_user(ana).get(address(mended, f"calls/{asked.number}/")).status_code == 404


def test_the_record_of_a_call_and_the_page_of_its_messages_lead_to_each_other(mended, as_user, ana):
    row = mended.events.filter(kind=EventKind.CONTRIBUTION).first()
    record = ModelCall.objects.create(session=mended, event=row, provider="scripted", outcome="ok")
    there, here = address(mended, f"calls/{row.number}/"), f"/admin/reviews/modelcall/{record.pk}/change/"
    assert here not in as_user(ana).get(there).content.decode()
    root = as_user(User.objects.create_superuser("root"))
    assert there in root.get(here).content.decode()
    MembershipFactory(user=User.objects.get(username="root"), team=mended.item.team)
    assert here in root.get(there).content.decode()


def test_two_passes_are_compared_with_their_texts(mended, as_user, ana):
    html = as_user(ana).get(address(mended, "passes/?first=0&second=3")).content.decode()
    assert "diff-inserted" in html
    assert "block 1" in html
    assert "Nothing differs" in as_user(ana).get(address(mended, "passes/?first=2&second=3")).content.decode()


def test_texts_of_a_unit_are_compared_with_the_lines_of_their_file(item, ana, as_user):
    total, first = CODE.split("\n\n\n")
    artifact = factories.ArtifactFactory(item=item, name="src/prices.py", content=f"{first}\n\n{total}\n")
    review = stored_review(item, ana, finds_and_mends, artifact=artifact)
    unit = next(one for one in loading.folded(review).units if one.is_changed)
    for rest in ("passes/", f"unit/?unit={unit.id}"):
        html = as_user(ana).get(address(review, rest)).content.decode()
        assert re.findall(r'diff-n">(\d+)</td>\s*<td class="diff-n"></td>', html) == ["8"], rest
        assert re.findall(r'diff-n"></td>\s*<td class="diff-n">(\d+)</td>', html) == ["8"], rest
    assert "src/prices.py" in as_user(ana).get(address(review, "passes/")).content.decode()


@pytest.mark.slow
def test_a_review_is_compared_with_another_of_the_same_text(item, ana, as_user):
    first = stored_review(item, ana, finds_only, designer=False)
    artifact = first.pins.get().artifact
    second = stored_review(item, ana, artifact=artifact, designer=False)
    html = as_user(ana).get(address(second, f"against/?other={first.pk}")).content.decode()
    assert "Only there (1)" in html
    assert "Only the last price is kept." in html


def test_exports_are_downloads_with_a_name(mended, as_user, ana):
    for rest in FILES:
        response = as_user(ana).get(address(mended, rest))
        assert response["Content-Disposition"].startswith("attachment"), rest
    assert json.loads(as_user(ana).get(address(mended, "findings.sarif")).content)["version"] == "2.1.0"


def test_a_question_waits_on_the_page(item, ana, as_user):
    asking = stored_review(item, ana, asks_back)
    Session.objects.filter(pk=asking.pk).update(state="waiting")
    html = as_user(ana).get(address(asking)).content.decode()
    assert "The review waits for an answer" in html
    assert "Your answer" in html


@pytest.mark.slow
def test_findings_are_a_next_step_only_where_some_stand(item, ana, as_user, mended):
    found = stored_review(item, ana, finds_only, artifact=mended.pins.get().artifact, designer=False)
    shown = [as_user(ana).get(address(one)).content.decode() for one in (found, mended)]
    assert ["Findings in prices.py" in html for html in shown] == [True, False]
    assert ["ecide on the findings" in html for html in shown] == [True, False]


# The form


@pytest.fixture
def code(item):
    load_starter()
    return factories.ArtifactFactory(item=item, name="src/prices.py", content=CODE)


def sent(item, *artifacts, **fields):
    usual = {"max_passes": "2", "strategy": "exhaustive", "units": "auto", "weight_correctness": "0.4"}
    weights = {"weight_efficiency": "0.25", "weight_style": "0.15", "weight_security": "0.2"}
    chosen = {"item": item.slug, "kind": "angles", "angles": ["correctness"], "sample_rate": "50"}
    return {**usual, **weights, **chosen, "artifacts": [str(one.pk) for one in artifacts], **fields}


def test_the_form_offers_the_angles_with_their_shares(item, code, as_user, ana):
    html = as_user(ana).get(f"/sessions/new/?item={item.slug}&kind=angles").content.decode()
    assert "Code Designer is off: one pass" in html
    assert "Correctness Check 40 %" in html
    assert html.count('name="angles"') == 4


def test_the_estimate_counts_before_anything_starts(item, code, as_user, ana):
    response = as_user(ana).post(
        "/sessions/new/angles/estimate/", sent(item, code), headers={"HX-Request": "true"}
    )
    html = response.content.decode()
    assert response.status_code == 200
    assert "rules, no model" in html
    assert not Session.objects.exists()


def test_the_estimate_asks_the_provider_for_what_a_call_costs(item, code, as_user, ana, settings):
    settings.ELM_PROVIDER, settings.ANTHROPIC_BASE_URL = "claude", "http://127.0.0.1:9"
    html = as_user(ana).post("/sessions/new/angles/estimate/", sent(item, code)).content.decode()
    assert "at most" in html
    assert "Second looks at what is found come on top" in html


@pytest.mark.parametrize(("designer", "calls"), [(True, "8 to 16 calls"), (False, "4 calls")])
def test_before_a_stopped_review_is_resumed_a_line_says_what_it_takes(
    item, ana, as_user, settings, designer, calls
):
    settings.ANTHROPIC_BASE_URL = "http://127.0.0.1:9"
    review = stored_review(item, ana, designer=designer, max_passes=4, units="block", weights={"security": 1})
    Session.objects.filter(pk=review.pk).update(state="stopped", provider="claude")
    assert address(review, "estimate/") in as_user(ana).get(address(review)).text
    line = " ".join(as_user(ana).get(address(review, "estimate/")).text.split())
    assert line.startswith(f"Counted from the beginning: {calls}, at most")


def estimate_by_a_model(client, settings, item, artifact):
    settings.ELM_PROVIDER, settings.ANTHROPIC_BASE_URL = "claude", "http://127.0.0.1:9"
    return client.post("/sessions/new/angles/estimate/", sent(item, artifact)).content.decode()


def test_how_long_a_call_takes_is_measured_by_the_last_ones_of_the_same_model(
    item, code, as_user, ana, settings
):
    session = factories.SessionFactory(item=item, started_by=ana)
    answered = {"session": session, "provider": "claude", "purpose": "angles.evaluate", "outcome": "ok"}
    html = estimate_by_a_model(as_user(ana), settings, item, code)
    assert "The time is a guess" in html
    for model, seconds in (("other", 1), ("other", 1), ("claude-haiku-5-5-20260901", 600)):
        ModelCall.objects.create(**answered, model=model, last_token_ms=seconds * 1000)
    (code_angle,) = Angle.objects.filter(key="correctness")
    code_angle.model = "claude-haiku-5-5"
    code_angle.save(by=None)
    html = estimate_by_a_model(as_user(ana), settings, item, code)
    assert "The time is what the last call of the same model took." in html
    assert '<span class="num">11</span>' in html, "a call of ten minutes, and the analysers"


def test_angles_that_conflict_are_not_started_together(item, code, as_user, ana):
    Angle.objects.filter(key="security").update(conflicts_with=["correctness"])
    response = as_user(ana).post("/sessions/new/", sent(item, code, angles=["correctness", "security"]))
    assert response.status_code == 422
    assert "conflict. Leave one of them out." in response.content.decode()
    assert not Session.objects.exists()


def test_what_is_chosen_in_the_form_is_what_the_review_does(item, code, as_user, ana):
    chosen = {"together": "on", "early_exit": "on"}
    as_user(ana).post("/sessions/new/", sent(item, code, angles=["correctness", "style"], **chosen))
    setup = loading.setup_of(Session.objects.get())
    assert setup.early_exit
    assert setup.together.startswith("You review from several angles at once.")


def test_only_artifacts_that_fit_the_pattern_are_reviewed(item, code, as_user, ana):
    notes = factories.ArtifactFactory(item=item, name="notes.md", content="# Notes\n")
    as_user(ana).post("/sessions/new/", sent(item, code, notes, pattern="src/**/*.py"))
    assert [pin.artifact.name for pin in Session.objects.get().pins.all()] == ["src/prices.py"]
    live = (
        as_user(ana)
        .get(f"/sessions/new/?item={item.slug}&kind=angles&pattern=*.md", headers={"HX-Request": "true"})
        .content.decode()
    )
    assert "notes.md" in live
    assert "src/prices.py" not in live


def test_the_pattern_takes_the_path_that_a_file_has_in_its_repository(item, code, as_user, ana):
    picked = factories.ArtifactFactory(item=item, name="app.py", path="src/pkg/app.py", content=CODE)
    as_user(ana).post("/sessions/new/", sent(item, code, picked, pattern="src/pkg/**/*.py"))
    assert [pin.artifact.name for pin in Session.objects.get().pins.all()] == ["app.py"]


@pytest.mark.parametrize(
    ("fields", "field", "why"),
    [
        ({"angles": []}, "id_angles_error", "Choose at least one angle."),
        ({"weight_correctness": "2"}, "id_weight_correctness_error", "A weight is 1 at most."),
        ({"weight_correctness": "0"}, "id_angles_error", "No angle has a weight above 0."),
        ({"pattern": "*.md"}, "id_pattern_error", "has a name that fits"),
        ({"strategy": "sampled", "sample_rate": ""}, "id_sample_rate_error", "Say how large the sample is"),
        ({"must_preserve": "x" * 301}, "id_must_preserve_error", "is longer than 300 characters"),
    ],
)
def test_bad_input_stays_with_its_error_at_its_field(item, code, as_user, ana, fields, field, why):
    response = as_user(ana).post("/sessions/new/", sent(item, code, topic="Keep me", **fields))
    html = response.content.decode()
    assert response.status_code == 422
    assert f'id="{field}"' in html
    assert why in html.partition(f'id="{field}"')[2][:600]
    assert "Keep me" in html
    assert not Session.objects.exists()


def test_vera_estimates_nothing_and_cleo_neither(item, code, as_user, vera, cleo):
    assert as_user(vera).post("/sessions/new/angles/estimate/", sent(item, code)).status_code == 403
    assert as_user(cleo).post("/sessions/new/angles/estimate/", sent(item, code)).status_code == 404

"""What came of what a persona said, by its versions."""

import pytest

from reviews.changes.persona_outcomes import Outcomes, compare_outcomes, outcomes_of, share_interval
from reviews.log import store
from reviews.log.values import NewEvent, Speaker
from reviews.models import Change, ModelCall, Participant
from reviews.states import EventKind
from tests import factories
from tests.personas.factories import edit, make_persona

ROSA = Speaker("rosa", "Rosa Lind", "Operations Lead")
ALEX = Speaker("alex", "Alex Rivera", "Architect")


@pytest.fixture
def rosa(db):
    return make_persona("rosa", name="Rosa Lind")


def held(item, version):
    """A roundtable in which Rosa, in this version, spoke twice and Alex once."""
    session = factories.SessionFactory(item=item, kind="roundtable", state="finished")
    Participant.objects.create(session=session, version=version, key="rosa")
    for turn, who in enumerate((ROSA, ALEX, ROSA), 2):
        store.append(session.pk, [NewEvent(EventKind.CONTRIBUTION, "Who is woken up?", who, {"turn": turn})])
    return session


def change(session, order, events, **fields):
    notes = factories.ArtifactFactory(item=session.item)
    return Change.objects.create(
        session=session, artifact=notes, base=notes.current, order=order, position=0, events=events, **fields
    )


def test_points_count_for_who_said_what_led_to_them(rosa, item):
    session = held(item, rosa.current)
    change(session, 1, [1], status="applied")
    change(session, 2, [1, 2], status="rejected", decision_reason="We know")
    change(session, 3, [3], status="applied", put_in_by_elm=True)
    change(session, 4, [3])
    change(session, 5, [2], status="applied")
    row = session.events.get(number=1)
    ModelCall.objects.create(session=session, event=row, provider="claude", outcome="ok", cost_micros=5000)
    (found,) = outcomes_of("rosa", [item.team_id], [1])
    assert found == Outcomes(
        1,
        sessions=1,
        contributions=2,
        accepted=1,
        dismissed=1,
        open=1,
        at_once=1,
        reasons=[("We know", 1)],
        cost_micros=5000,
    )
    assert (found.raised, found.percent, found.cost_per_accepted) == (4, 50, 5000)


def test_each_version_has_its_own_and_other_teams_count_for_nobody(rosa, item, cleo):
    first = rosa.current
    second = edit(rosa, lens="who is woken up").current
    change(held(item, first), 1, [1], status="applied")
    change(held(item, second), 1, [1], status="rejected")
    elsewhere = factories.ItemFactory(team=cleo.memberships.get().team)
    change(held(elsewhere, second), 1, [1], status="rejected")
    found = outcomes_of("rosa", [item.team_id], [1, 2])
    assert [(one.sessions, one.accepted, one.dismissed) for one in found] == [(1, 1, 0), (1, 0, 1)]


def test_a_finding_of_its_own_is_a_point_too(rosa, item):
    session = held(item, rosa.current)
    notes = factories.ArtifactFactory(item=item)
    factories.FindingFactory(
        artifact=notes, session=session, by="rosa", status="dismissed", decision_reason="Old"
    )
    (found,) = outcomes_of("rosa", [item.team_id], [1])
    assert (found.dismissed, found.reasons) == (1, [("Old", 1)])


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ((3, 0), (40, 10), "Too few to tell: 3 and 50 points were decided"),
        ((15, 10), (20, 10), "may be chance"),
        ((45, 5), (5, 45), "more than chance explains"),
    ],
)
def test_a_difference_is_told_with_how_sure_it_is(one, other, said):
    found = [Outcomes(number, accepted=a, dismissed=d) for number, (a, d) in enumerate((one, other), 1)]
    assert said in compare_outcomes(found)


def test_the_share_of_eight_in_ten_lies_where_wilson_says():
    """The textbook's example: 8 of 10 gives 49 to 94 %."""
    assert share_interval(Outcomes(1, accepted=8, dismissed=2)) == (49, 94)


def test_a_version_alone_is_compared_with_nothing():
    assert compare_outcomes([Outcomes(1)]) == ""

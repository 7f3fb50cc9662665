"""The small things that templates say: money, time, names, badges."""

from datetime import timedelta

import pytest
from django.utils import timezone

from reviews.models import Session
from reviews.states import EndReason, State
from reviews.templatetags import elm
from reviews.templatetags.icons import icon
from tests import factories


@pytest.mark.parametrize(
    ("micros", "shown"),
    [(0, "$0.00"), (None, "$0.00"), (12_345, "$0.0123"), (2_500_000, "$2.50"), (1_234_000_000, "$1,234.00")],
)
def test_money_is_shown_in_dollars(micros, shown):
    assert elm.cost(micros) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(-5, "just now"), (59, "just now"), (61, "1 minute ago"), (7_300, "2 hours ago"), (90_000, "1 day ago")],
)
def test_time_is_shown_as_how_long_ago(seconds, shown):
    assert elm.ago(timezone.now() - timedelta(seconds=seconds)) == shown


def test_what_is_older_than_a_week_is_shown_with_its_date():
    assert elm.ago(timezone.now().replace(2025, 3, 12)) == "12 Mar 2025"


def test_a_time_carries_the_exact_moment():
    moment = timezone.now().replace(2025, 3, 12, 9, 5)
    assert 'title="2025-03-12 09:05 UTC"' in elm.since(moment)
    assert elm.since(None) == ""


def test_people_have_names_and_initials():
    ana = factories.UserFactory.build(username="ana", first_name="Ana", last_name="Belo")
    assert (elm.person(ana), elm.initials(ana), elm.initials("ben"), elm.initials("")) == (
        "Ana Belo",
        "AB",
        "B",
        "?",
    )
    assert elm.initials("Answers (rules)") == "AR"
    assert elm.person(None) == "someone who left"


@pytest.mark.parametrize("state", State)
def test_every_state_has_a_badge_with_words_and_an_icon(state):
    shown = elm.state_badge(Session(state=state))
    assert "<svg" in shown
    assert shown.rstrip("</span>")[-1].isalpha()


@pytest.mark.parametrize("reason", EndReason)
def test_every_ending_has_a_badge_and_only_verdicts_look_good(reason):
    shown = elm.verdict_badge(Session(state="finished", end_reason=reason))
    assert "<svg" in shown
    assert ("badge-good" in shown) == (reason is EndReason.READY)


@pytest.mark.parametrize("state", [state for state in State if state is not State.FINISHED])
def test_no_session_looks_ready_before_it_is_finished(state):
    assert "badge-good" not in elm.verdict_badge(Session(state=state, end_reason="ready"))


def test_a_name_that_looks_like_html_stays_text():
    assert "<b>" not in elm.badge("<b>", "quiet", "dot")
    assert icon("check").startswith('<svg class="icon ')

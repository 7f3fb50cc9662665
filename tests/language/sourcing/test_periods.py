"""How often, how long, how many and from when on, told without a figure, is compared with what the sources say."""

import pytest

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource

NOTES = ClaimSource(
    "notes",
    "ops.md",
    "# Operations\n\nLogs are kept for a month. The search index is rebuilt every night. The report is sent weekly. "
    "The vendor answers within a day. We have 20 customers. In March we lost 3 orders. Hosting costs EUR 9,000 per "
    "month. Support gets two extra people from May on. The budget for backups is EUR 500.",
)


@pytest.mark.parametrize(
    "claim",
    [
        "Logs are kept for a year.",
        "Logs are kept for one year.",
        "The search index is rebuilt every hour.",
        "The report is sent monthly.",
        "The vendor answers within a week.",
        "We have several hundred customers.",
        "We have millions of customers.",
        "In March we lost all orders.",
        "Hosting costs more than EUR 9,000 per month.",
        "Hosting costs at most EUR 9,000 per month.",
        "Support gets two fewer people from May on.",
        "Support gets two extra people until May.",
        "Support gets two extra people before May.",
    ],
)
def test_another_period_number_bound_or_edge_is_not_said(claim):
    assert check_claim(claim, [NOTES]).status == "unsupported"


@pytest.mark.parametrize(
    "claim",
    [
        "Logs are kept for one month.",
        "The search index is rebuilt once a day.",
        "The search index is rebuilt nightly.",
        "The report is sent every week.",
        "In March we lost three orders.",
        "Hosting costs EUR 108,000 a year.",
        "From May on, support gets two additional people.",
        "The backups may cost at most EUR 500.",
    ],
)
def test_the_same_in_another_form_is_said(claim):
    assert check_claim(claim, [NOTES]).status in ("supported", "computed", "not_checked")


def test_at_all_is_not_all():
    notes = ClaimSource(
        "notes", "a.md", "The crews use 64 scanners. Eleven scanners can't take the firmware."
    )
    assert check_claim("Eleven of the 64 scanners can't take the firmware at all.", [notes]).against == ()


def test_periods_are_told_apart_in_german_too():
    notes = ClaimSource(
        "notes", "a.md", "# Betrieb\n\nDie Sicherung läuft täglich, Protokolle bleiben einen Monat."
    )
    assert check_claim("Die Sicherung läuft stündlich.", [notes]).status == "unsupported"
    assert check_claim("Die Sicherung läuft jeden Tag.", [notes]).status != "unsupported"
    reply = ClaimSource("notes", "b.md", "Der Anbieter antwortet innerhalb eines Tages.")
    assert check_claim("Der Anbieter antwortet innerhalb einer Woche.", [reply]).status == "unsupported"

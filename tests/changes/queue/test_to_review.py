"""The page of everything that waits for a decision, and deciding there."""

import pytest

from reviews.changes import comments, decide
from reviews.models import Finding
from tests import factories
from tests.changes.queue.stage import proposing
from tests.changes.stage import now, statuses
from tests.changes.test_apply import revised
from tests.changes.test_changes_page import HTMX, act
from tests.pages import words

PAGE = "/changes/"


def dismiss(finding):
    return f"/findings/{finding.pk}/dismiss/"


def test_everything_that_waits_is_listed_with_its_item_artifact_and_session(as_user, ana, session, finding):
    response = as_user(ana).get(PAGE)
    html = response.content.decode()
    assert (html.count("<article"), html.count("<h1")) == (4, 1)
    assert "4 to decide" in words(response)
    assert f'href="/items/{finding.artifact.item.slug}/"' in html
    assert f'href="/artifacts/{finding.artifact.pk}/"' in html
    assert f'href="/sessions/{session.pk}/changes/#change-' in html
    assert '<a href="/changes/" aria-current="page">To review</a>' in html


def test_nothing_waits(as_user, ana):
    response = as_user(ana).get(PAGE)
    assert "Nothing waits for a decision When a session proposes changes" in words(response)
    assert "<form class=" not in response.content.decode().split("<main")[1]


def test_a_filter_stays_in_the_address_and_each_part_can_be_taken_away(as_user, ana, session, finding):
    response = as_user(ana).get(f"{PAGE}?q=Payment&kind=finding&severity=high&person=nonsense")
    html = response.content.decode()
    assert html.count("<article") == 1
    assert "1 of 4 to decide" in words(response)
    assert '<a class="chip" href="?q=Payment&amp;severity=high">' in html
    assert '<option value="finding" selected>Findings (1)</option>' in html
    assert "nonsense" not in html


def test_a_filter_that_nothing_fits_says_so(as_user, ana, session):
    response = as_user(ana).get(f"{PAGE}?q=<nothing>")
    assert "No matches 3 wait for a decision, but not with this filter." in words(response)
    assert "<nothing>" not in response.content.decode()


def test_ana_sees_what_is_assigned_to_her(as_user, ana, ben, session):
    first, second, _ = session.changes.all()
    comments.assign(first, str(ana.pk))
    comments.assign(second, str(ben.pk))
    html = as_user(ana).get(f"{PAGE}?person=me").content.decode()
    assert (html.count("<article"), f"change-{first.pk}" in html) == (1, True)
    assert f'<option value="{ben.pk}">Ben (1)</option>' in html


@pytest.mark.slow
def test_the_second_page_goes_on_after_the_first(as_user, ana, team):
    for _ in range(9):
        proposing(factories.ItemFactory(team=team))
    client = as_user(ana)
    first = client.get(PAGE)
    link = first.content.decode().split('rel="next" href="')[1].split('"')[0]
    second = client.get(f"{PAGE}{link}")
    assert ("1–18 of 27" in words(first), "19–27 of 27" in words(second)) == (True, True)
    assert second.content.decode().count("<article") == 9


def test_ben_accepts_in_place_and_the_counts_follow(as_user, ben, session, change, finding):
    send = {"back": f"{PAGE}?kind=change"}
    response = as_user(ben).post(act(change, "accept"), send, headers=HTMX)
    html = response.content.decode()
    assert (response.status_code, html.count("<article"), html.count("<h1")) == (200, 1, 0)
    assert f'id="change-{change.pk}" data-change="applied"' in html
    assert "2 of 3 to decide" in words(response)
    assert f'<hx-partial hx-target="#tally-{change.artifact_id}" hx-swap="innerHTML">2 to decide' in html
    assert statuses(session) == ["applied", "proposed", "proposed"]


def test_without_javascript_a_decision_leads_to_the_next_card_of_the_same_filter(
    as_user, ben, session, change
):
    client = as_user(ben)
    second = session.changes.get(order=2)
    back = f"{PAGE}?kind=change#change-{second.pk}"
    assert f'value="{back}"' in client.get(f"{PAGE}?kind=change").content.decode()
    response = client.post(act(change, "reject"), {"back": back, "reason": "No."})
    assert (response.status_code, response["Location"]) == (302, back)
    assert "Rejected: “Problem” in" in words(client.get(PAGE))


@pytest.mark.parametrize(
    "back",
    [
        "https://evil.example/changes/",
        "//evil.example/changes/",
        "/changes/../admin/",
        "\\\\evil.example/changes/",
        "javascript:alert(1)",
        "http://[broken/changes/",
        "/changes/x",
    ],
)
def test_nobody_is_led_anywhere_else(as_user, ben, session, change, back):
    response = as_user(ben).post(act(change, "reject"), {"back": back})
    assert response["Location"].startswith(f"/sessions/{session.pk}/changes/#change-")


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_what_no_longer_fits_says_why_and_changes_nothing(as_user, ana, ben, session, change, headers):
    revised(change.artifact, "Something else.\n", ben)
    send = {"back": PAGE, "text": "My words."}
    response = as_user(ana).post(act(change, "accept"), send, headers=headers)
    assert response.status_code == 409
    assert "has no certain place any more" in words(response)
    assert ">\nMy words.</textarea>" in response.content.decode()
    assert (statuses(session), now(change.artifact)) == (["proposed"] * 3, b"Something else.\n")


def test_a_lost_race_shows_the_card_though_it_waits_no_more(as_user, ana, ben, session, change):
    decide.accept(change, ben)
    response = as_user(ana).post(act(change, "reject"), {"back": PAGE, "reason": "We measured it."})
    assert response.status_code == 409
    assert "This change was accepted by Ben already. Nothing was changed." in words(response)
    assert "Copy it from here if you need it: We measured it." in words(response)
    assert response.content.decode().count("<article") == 3


def test_a_finding_is_dismissed_where_it_is_listed(as_user, ben, session, finding):
    send = {"back": PAGE, "reason": "It is a headline."}
    response = as_user(ben).post(dismiss(finding), send, headers=HTMX)
    assert f'id="finding-{finding.pk}" data-change="rejected"' in response.content.decode()
    assert "3 to decide" in words(response)
    finding.refresh_from_db()
    assert (finding.status, finding.decision_reason) == ("dismissed", "It is a headline.")


def test_a_dismissal_without_a_reason_is_refused_on_the_same_page(as_user, ben, session, finding):
    response = as_user(ben).post(dismiss(finding), {"back": PAGE, "reason": " "})
    assert response.status_code == 409
    assert "Say in a few words why it is dismissed" in words(response)
    assert response.content.decode().count("<article") == 4
    assert Finding.objects.get().status == "open"


def test_a_comment_from_the_page_leads_back_to_its_card(as_user, ben, change):
    back = f"{PAGE}?kind=change#change-{change.pk}"
    response = as_user(ben).post(f"/changes/{change.pk}/comments/", {"text": "Why?", "back": back})
    assert response["Location"] == back
    refused = as_user(ben).post(f"/changes/{change.pk}/comments/", {"text": " ", "back": back})
    assert f'href="{back}">Back to the change</a>' in refused.content.decode()


def test_vera_reads_the_page_but_decides_nothing(as_user, vera, session, change, finding):
    client = as_user(vera)
    html = client.get(PAGE).content.decode().split("<main")[1]
    assert (html.count("<article"), 'method="post"' in html) == (4, False)
    assert client.post(act(change, "accept"), {"back": PAGE}).status_code == 403
    assert client.post(dismiss(finding), {"back": PAGE, "reason": "No."}).status_code == 403
    assert statuses(session) == ["proposed"] * 3


def test_cleo_sees_nothing_of_it(as_user, cleo, session, change, finding):
    client = as_user(cleo)
    assert "Nothing waits for a decision" in words(client.get(PAGE))
    assert client.post(act(change, "accept"), {"back": PAGE}).status_code == 404
    assert statuses(session) == ["proposed"] * 3


def test_who_acts_in_one_team_only_reads_in_another(as_user, ben, cleo, session):
    elsewhere = cleo.memberships.get().team
    factories.MembershipFactory(team=elsewhere, user=ben, role="viewer")
    proposing(factories.ItemFactory(team=elsewhere))
    html = as_user(ben).get(PAGE).content.decode()
    assert (html.count("<article"), html.count('data-key="r"')) == (6, 3)


def test_the_page_is_for_people_who_are_logged_in_and_only_read(as_user, ana, client, db):
    assert client.get(PAGE)["Location"] == "/accounts/login/?next=/changes/"
    assert as_user(ana).post(PAGE).status_code == 405
    assert "no-store" in as_user(ana).get(PAGE)["Cache-Control"]


@pytest.mark.slow
def test_the_number_of_queries_does_not_grow_with_what_waits(
    as_user, ana, team, session, finding, django_assert_num_queries
):
    client = as_user(ana)
    for _ in range(2):
        with django_assert_num_queries(17):
            client.get(PAGE)
        for _ in range(5):
            other = proposing(factories.ItemFactory(team=team, title="Zoo"))
            comments.add_comment(other.changes.first(), ana, "Why?")
            comments.assign(other.changes.first(), str(ana.pk))


def test_the_dashboard_leads_there(as_user, ana, session):
    assert (
        '<a class="meta" href="/changes/">Everything to review</a>' in as_user(ana).get("/").content.decode()
    )


def test_the_counts_of_the_filter_follow_a_decision(as_user, ben, session, change, finding):
    client = as_user(ben)
    assert "Changes (3)" in words(client.get(PAGE))
    html = client.post(act(change, "accept"), {"back": PAGE}, headers=HTMX).content.decode()
    facets = html.split('<hx-partial hx-target="#facets"')[1].split("</hx-partial>")[0]
    assert '<option value="change">Changes (2)</option>' in facets
    assert '<option value="finding">Findings (1)</option>' in facets

"""The dashboard, the items and what they show."""

import re

from reviews.models import Change, Item, Membership, Revision, SessionArtifact
from tests import factories


def test_ana_makes_an_item_and_is_asked_for_its_documents(as_ana, team):
    response = as_ana.post("/items/new/", {"title": "Plan B", "description": "When A fails."})
    made = Item.objects.get()
    assert (made.team, made.title, made.slug, made.description) == (team, "Plan B", "plan-b", "When A fails.")
    assert response["Location"] == "/items/plan-b/artifacts/new/"


def test_two_items_of_one_title_get_addresses_of_their_own(as_ana):
    for _ in range(2):
        as_ana.post("/items/new/", {"title": "Plan B"})
    assert set(Item.objects.values_list("slug", flat=True)) == {"plan-b", "plan-b-2"}


def test_no_address_says_what_another_team_has(as_ana, as_user, team, cleo, elsewhere):
    hers = as_user(cleo)
    for browser in (as_ana, hers, hers):
        browser.post("/items/new/", {"title": "Plan B"})
    slugs = dict(Item.objects.filter(title="Plan B").values_list("slug", "team__name"))
    assert [slug for slug, name in slugs.items() if name == "Payments"] == ["plan-b"]
    others = [slug for slug, name in slugs.items() if name == "Elsewhere"]
    assert all(re.fullmatch("plan-b-[a-z2-9]{6}", slug) for slug in others)
    assert len(set(others)) == 2
    # What stood before that rule is not told by a number either.
    Item.objects.update(team=elsewhere.team)
    as_ana.post("/items/new/", {"title": "Plan B"})
    assert re.fullmatch("plan-b-[a-z2-9]{6}", Item.objects.get(team=team).slug)


def test_an_item_called_new_can_be_opened(as_ana):
    as_ana.post("/items/new/", {"title": "New"})
    assert Item.objects.get().slug == "new-2"
    assert b"Nothing to review yet" in as_ana.get("/items/new-2/").content


def test_an_item_without_a_title_is_refused_and_the_description_is_kept(as_ana):
    response = as_ana.post("/items/new/", {"title": " ", "description": "Long thoughts"})
    assert b"Give the item a title." in response.content
    assert b"Long thoughts" in response.content
    assert not Item.objects.exists()


def test_a_title_is_shown_as_it_was_typed_and_never_as_html(as_ana, team):
    factories.ItemFactory(team=team, title="<script>alert(1)</script>", slug="bad")
    page = as_ana.get("/items/bad/").content
    assert b"<script>alert" not in page
    assert b"&lt;script&gt;alert(1)&lt;/script&gt;" in page


def test_the_list_of_items_shows_only_the_readers_own(as_ana, item, elsewhere):
    page = as_ana.get("/items/").content.decode()
    assert "Payment retries" in page
    assert "Secret merger" not in page


def test_a_member_of_two_teams_chooses_the_team_of_a_new_item(as_user, ben, elsewhere):
    Membership.objects.create(team=elsewhere.team, user=ben, role="member")
    as_user(ben).post("/items/new/", {"title": "Shared", "team": elsewhere.team.slug})
    assert Item.objects.get(title="Shared").team == elsewhere.team


def test_nobody_makes_an_item_in_a_team_where_they_only_read(as_user, vera, ben, elsewhere):
    Membership.objects.create(team=elsewhere.team, user=ben, role="viewer")
    as_user(ben).post("/items/new/", {"title": "Mine", "team": elsewhere.team.slug})
    assert Item.objects.get(title="Mine").team != elsewhere.team


def test_many_items_are_shown_page_by_page(as_ana, team):
    factories.ItemFactory.create_batch(31, team=team)
    assert b"Page 1 of 2" in as_ana.get("/items/").content
    assert b"Page 2 of 2" in as_ana.get("/items/?page=2").content
    assert b"Page 2 of 2" in as_ana.get("/items/?page=999").content


def test_the_first_dashboard_says_what_to_do(as_ana):
    assert b"Create your first item" in as_ana.get("/").content


def test_the_dashboard_offers_to_start_with_an_item_that_has_an_artifact(as_ana, artifact):
    page = as_ana.get("/").content.decode()
    assert "Start with “Payment retries”" in page
    assert f'name="artifacts" value="{artifact.pk}"' in page


def test_the_dashboard_offers_a_viewer_nothing_to_start(as_user, vera, artifact):
    page = as_user(vera).get("/").content.decode()
    assert "Start interview" not in page
    assert "New item" not in page


def test_the_dashboard_sorts_sessions_by_what_they_need(as_ana, item, session):
    factories.SessionFactory(item=item, state="waiting")
    factories.SessionFactory(item=item, state="finished", end_reason="ready")
    shown = as_ana.get("/").context
    states = [[one.state for one in shown[name]] for name in ("running", "waiting", "recent")]
    assert states == [["running"], ["waiting"], ["finished"]]


def test_the_dashboard_counts_the_changes_that_wait(as_ana, artifact, session):
    for order in (1, 2):
        Change.objects.create(
            session=session, artifact=artifact, base=artifact.current, order=order, position=0
        )
    Change.objects.filter(order=2).update(status="rejected")
    page = as_ana.get("/").content.decode()
    assert f'href="/sessions/{session.pk}/changes/"' in page
    assert "1 change<" in page


def test_a_failed_review_never_looks_ready(as_ana, item):
    factories.SessionFactory(item=item, state="failed", end_reason="error")
    page = as_ana.get(f"/items/{item.slug}/").content.decode()
    assert "badge-good" not in page
    assert "Failed" in page


def test_the_dashboard_takes_as_many_queries_for_many_rows_as_for_few(
    as_ana, item, django_assert_num_queries
):
    factories.SessionFactory.create_batch(5, item=item, state="running")
    factories.SessionFactory.create_batch(5, item=item, state="finished", end_reason="ready")
    factories.ItemFactory.create_batch(5, team=item.team)
    with django_assert_num_queries(28):
        as_ana.get("/")


def test_an_item_takes_a_constant_number_of_queries(as_ana, item, ana, django_assert_num_queries):
    factories.ArtifactFactory.create_batch(4, item=item)
    factories.SessionFactory.create_batch(4, item=item, started_by=ana)
    with django_assert_num_queries(14):
        as_ana.get(f"/items/{item.slug}/")


def test_the_list_of_items_takes_a_constant_number_of_queries(as_ana, team, django_assert_num_queries):
    factories.ItemFactory.create_batch(9, team=team)
    with django_assert_num_queries(9):
        as_ana.get("/items/")


def test_an_item_can_be_deleted_with_everything_that_belongs_to_it(item, artifact, session):
    second = Revision.objects.create(artifact=artifact, number=2, content=b"x", parent=artifact.current)
    SessionArtifact.objects.create(session=session, artifact=artifact, revision=second)
    Change.objects.create(session=session, artifact=artifact, base=second, order=1, position=0)
    item.delete()
    assert not Revision.objects.exists()
    assert not Change.objects.exists()

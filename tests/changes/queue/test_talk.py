"""Comments among teammates, and asking one of them to decide."""

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from reviews.accounts import membership
from reviews.changes import comments
from reviews.errors import ElmError
from reviews.models import Comment
from tests import factories
from tests.changes.test_changes_page import HTMX, NOWHERE, page_of
from tests.drawing import examples
from tests.pages import words

KINDS = ("change", "finding")


@pytest.fixture(params=KINDS)
def about(request):
    """A change, then a finding."""
    return request.getfixturevalue(request.param)


def kind_of(about):
    return type(about).__name__.lower()


def at(about, action):
    return f"/{kind_of(about)}s/{about.pk}/{action}/"


def texts(about):
    return list(about.comments.values_list("text", flat=True))


def test_ben_comments_and_comes_back_to_the_card(as_user, ben, about):
    response = as_user(ben).post(at(about, "comments"), {"text": " Why four?\r\nI know three. "})
    assert response.status_code == 302
    assert response["Location"].endswith(f"#{kind_of(about)}-{about.pk}")
    assert texts(about) == ["Why four?\nI know three."]
    assert about.comments.get().author == ben


def test_a_comment_leaves_no_event_in_the_session(as_user, ben, change):
    as_user(ben).post(at(change, "comments"), {"text": "Why four?"})
    assert change.session.events.count() == 0


def test_with_htmx_the_part_of_the_card_comes_back_with_the_comment(as_user, ben, about):
    response = as_user(ben).post(at(about, "comments"), {"text": "<b>Why?</b>"}, headers=HTMX)
    html = response.content.decode()
    assert (response.status_code, html.count("<h1"), html.count("<article")) == (200, 0, 0)
    assert f'id="talk-{about.pk}"' in html
    assert "&lt;b&gt;Why?&lt;/b&gt;" in html
    assert '<hx-partial hx-target="#changes-said"' in html
    assert "1 comment" in words(response)


def test_teammates_see_a_comment_with_its_author_when_they_load_the_page(as_user, ana, ben, vera, change):
    comments.add_comment(change, ben, "Why four?")
    for reader in (ana, vera):
        assert "Ben just now" in words(as_user(reader).get(page_of(change.session)))


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("  \r\n ", "The comment is empty."),
        ("x" * 5001, "5,001 characters; 5,000 fit"),
        ("a\0b", "null byte"),
    ],
    ids=["empty", "too long", "null"],
)
def test_a_comment_that_is_refused_stays_in_its_box(as_user, ana, about, text, sentence, headers):
    response = as_user(ana).post(at(about, "comments"), {"text": text}, headers=headers)
    assert response.status_code == 422
    assert sentence in words(response)
    assert f">\n{text}</textarea>" in response.content.decode()
    assert texts(about) == []


def test_a_comment_of_five_thousand_characters_and_its_line_ends_fits(as_user, ana, change):
    as_user(ana).post(at(change, "comments"), {"text": "line\r\n" * 999 + "lines"})
    assert len(texts(change)[0]) == 5000


@examples(20)
@given(st.text(max_size=5100))
def test_what_is_kept_is_what_was_typed_or_nothing(text):
    try:
        kept = comments.plain_text(text, comments.LONGEST_COMMENT, "comment")
    except ElmError:
        assert "\0" in text or len(text.replace("\r\n", "\n").strip()) > comments.LONGEST_COMMENT
    else:
        assert kept == text.replace("\r\n", "\n").strip()


def test_ana_deletes_her_own_comment_and_only_hers(as_user, ana, ben, about):
    mine, his = comments.add_comment(about, ana, "Mine."), comments.add_comment(about, ben, "His.")
    client = as_user(ana)
    assert client.post(f"{at(about, 'comments')}{mine.pk}/delete/").status_code == 302
    assert texts(about) == ["His."]
    response = client.post(f"{at(about, 'comments')}{his.pk}/delete/")
    assert (response.status_code, texts(about)) == (422, ["His."])
    assert "somebody else wrote it" in words(response)


def test_deleting_is_offered_to_the_author_only(as_user, ana, ben, change):
    comment = comments.add_comment(change, ben, "Why four?")
    address = reverse("change-comment-delete", args=[change.pk, comment.pk])
    assert address in as_user(ben).get(page_of(change.session)).content.decode()
    assert address not in as_user(ana).get(page_of(change.session)).content.decode()


def test_ana_asks_ben_to_decide_and_takes_it_back(as_user, ana, ben, about):
    client = as_user(ana)
    response = client.post(at(about, "assign"), {"person": ben.pk}, headers=HTMX)
    assert "It is assigned to Ben." in words(response)
    about.refresh_from_db()
    assert about.assignee == ben
    client.post(at(about, "assign"), {"person": ""})
    about.refresh_from_db()
    assert about.assignee is None


@pytest.mark.parametrize("who", ["vera", "cleo", "nobody"])
def test_only_those_who_may_decide_can_be_asked(request, as_user, ana, ben, change, who):
    person = "1 OR 1" if who == "nobody" else request.getfixturevalue(who).pk
    comments.assign(change, str(ben.pk))
    response = as_user(ana).post(at(change, "assign"), {"person": person}, headers=HTMX)
    assert response.status_code == 422
    assert "can’t decide anything in the team" in words(response)
    change.refresh_from_db()
    assert change.assignee == ben


def test_who_leaves_the_team_is_not_asked_any_more(as_user, ana, ben, team, change):
    comments.assign(change, str(ben.pk))
    membership.remove_member(team, team.memberships.get(user=ben).pk, by=ana)
    page = as_user(ana).get(page_of(change.session)).content.decode()
    assert "Assigned to" not in page
    assert f'<option value="{ben.pk}"' not in page


def test_vera_reads_what_is_said_but_says_nothing(as_user, vera, ben, about):
    said = comments.add_comment(about, ben, "Why four?")
    client = as_user(vera)
    for action in ("comments", f"comments/{said.pk}/delete", "assign"):
        assert client.post(at(about, action), {"text": "No.", "person": vera.pk}).status_code == 403
    about.refresh_from_db()
    assert (texts(about), about.assignee) == (["Why four?"], None)


def test_cleo_does_not_learn_that_it_exists(as_user, cleo, ben, about):
    said = comments.add_comment(about, ben, "Why four?")
    client = as_user(cleo)
    for action in ("comments", f"comments/{said.pk}/delete", "assign"):
        assert client.post(at(about, action), {"text": "No.", "person": cleo.pk}).status_code == 404
    about.refresh_from_db()
    assert (texts(about), about.assignee) == (["Why four?"], None)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("action", ["comments", "comments/1/delete", "assign"])
def test_talking_is_a_post_about_things_that_exist(as_user, ana, client, kind, action):
    address = f"/{kind}s/{NOWHERE}/{action}/"
    assert as_user(ana).get(address).status_code == 405
    assert as_user(ana).post(address).status_code == 404
    assert client.post(address)["Location"] == f"/accounts/login/?next={address}"


def test_an_account_that_is_gone_leaves_its_words(as_user, ana, ben, change):
    Comment.objects.create(change=change, author=ben, text="Why four?")
    ben.delete()
    assert "someone who left just now Why four?" in words(as_user(ana).get(page_of(change.session)))


def test_people_of_two_teams_are_kept_apart(ana, ben, team):
    other = factories.TeamFactory()
    factories.MembershipFactory(team=other, user=ben)
    assert comments.assignable([team.pk, other.pk]) == {team.pk: [ana, ben], other.pk: [ben]}

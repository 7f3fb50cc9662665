"""Finding what was said, and by whom it may be found."""

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from reviews.models import Event
from reviews.search import marked_snippet, search_teams
from tests import factories


@pytest.fixture
def say(session):
    """`say(text)` puts a line into the log of the session."""

    def said(text: str, of=session) -> Event:
        number = of.events.count() + 1
        return Event.objects.create(session=of, number=number, kind="answer", speaker_name="ELM", text=text)

    return said


def test_everything_that_has_the_words_is_found(as_ana, item, artifact, say):
    say("We lose orders by declined payments every minute.")
    factories.ArtifactFactory(item=item, name="payment-plan.md")
    found = search_teams(as_ana.get("/").wsgi_request.user, "payment")
    assert [row.title for row in found.items] == ["Payment retries"]
    assert [row.name for row in found.artifacts] == ["payment-plan.md"]
    assert len(found.sessions) == len(found.events) == 1


def test_all_words_must_occur_and_the_last_may_be_a_beginning(ana, say):
    event = say("Customers churn after a declined renewal.")
    assert search_teams(ana, "declined cust").events == [event]
    assert search_teams(ana, "cust declined").events == []
    assert search_teams(ana, "declined orders").events == []


def test_capitals_and_accents_do_not_count(ana, say):
    event = say("Das Café zählt.")
    assert search_teams(ana, "CAFÉ").events == [event]


def test_cleo_finds_nothing_of_anas_team(as_user, cleo, item, artifact, say):
    say("secret payment plan")
    found = search_teams(cleo, "payment")
    assert found.nothing
    assert b"Nothing found" in as_user(cleo).get("/search/?q=payment").content


def test_a_viewer_finds_what_the_team_said(vera, say):
    event = say("payment plan")
    assert search_teams(vera, "plan").events == [event]


def test_one_letter_is_the_beginning_of_a_word_that_the_index_knows(ana, say):
    event = say("Cards are declined.")
    assert search_teams(ana, "c").events == [event]
    assert search_teams(ana, "x").events == []
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'reviews_search_words'")
            assert "prefix='5 6 7'" in cursor.fetchone()[0]


def test_newest_comes_first(ana, say):
    events = [say(f"plan {number}") for number in range(3)]
    assert search_teams(ana, "plan").events == events[::-1]


def test_what_was_deleted_is_not_found_and_the_index_stays_sound(ana, item, say):
    say("payment plan")
    item.delete()
    assert search_teams(ana, "payment").nothing
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO reviews_search_words(reviews_search_words, rank) VALUES ('integrity-check', 1)"
            )


@pytest.mark.parametrize(
    "text", ["", "  ", '"', "* OR NOT", "(", "a'b", "x" * 5_000, "\x00", "& | ! :*", "²"]
)
def test_no_text_breaks_the_search(text, as_ana):
    assert as_ana.get("/search/", {"q": text}).status_code == 200


def test_a_hit_is_shown_escaped_with_its_words_marked(as_ana, say):
    say("<b>Never</b> retry a declined card")
    page = as_ana.get("/search/?q=never").content.decode()
    assert "&lt;b&gt;<mark>Never</mark>&lt;/b&gt; retry" in page


def test_a_long_text_is_cut_around_the_hit():
    shown = marked_snippet("x " * 500 + "needle " + "y " * 500, ["needle"])
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert "<mark>needle</mark>" in shown
    assert len(shown) < 300


@given(st.text(max_size=200), st.lists(st.text("abc<>&", min_size=1, max_size=3), min_size=1, max_size=3))
def test_a_snippet_has_no_tag_but_its_marks(text, words):
    bare = marked_snippet(text, words).replace("<mark>", "").replace("</mark>", "")
    assert "<" not in bare
    assert ">" not in bare


def test_a_search_takes_a_constant_number_of_queries(as_ana, item, say, django_assert_num_queries):
    for number in range(10):
        say(f"retries {number}")
    factories.ArtifactFactory.create_batch(5, item=item)
    with django_assert_num_queries(10):
        as_ana.get("/search/?q=retries")

"""What Ana finds, in which order and where it leads; and that Cleo finds nothing of it."""

import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse

from reviews.changes import comments, decide, findings
from reviews.changes.revisions import add_revision
from reviews.models import Artifact, Change, Event, Finding, Item, SearchEntry, Session
from reviews.search import candidates, search_teams
from reviews.search.indexing import complete_index
from tests import factories


def kinds(user, text: str, *facets: str) -> set[str]:
    return {hit.kind.name for hit in search_teams(user, text, facets).hits}


def say(session: Session, text: str, **more) -> Event:
    number = (session.events.order_by("-number").values_list("number", flat=True).first() or 0) + 1
    Session.objects.filter(pk=session.pk).update(last_number=number)
    return Event.objects.create(
        session=session, number=number, kind="answer", text=text, **{"speaker_name": "ELM", **more}
    )


@pytest.fixture
def everything(session, ana):
    """A row of each kind that says "zebra"."""
    item = session.item
    artifact = session.pins.get().artifact
    Artifact.objects.filter(pk=artifact.pk).update(checks=1)
    add_revision(artifact, b"# Stripes\n\nThe zebra of the document.\n", ana)
    finding = factories.FindingFactory(artifact=artifact, description="A zebra without a figure.")
    comments.add_comment(finding, ana, "Which zebra?")
    change = session.changes.first()
    Change.objects.filter(pk=change.pk).update(reason="For the zebra.")
    factories.ElaborationRecordFactory(item=item, session=session, synthesis_summary="Zebra it is.")
    factories.ArtifactFactory(item=item, name="zebra.txt", content="Plain.")
    Item.objects.filter(pk=item.pk).update(title="Zebra retries")
    session.topic = "the zebra"
    session.save(update_fields=["topic"])
    say(session, "A zebra was said.", speaker_key="elm")
    return item


ALL = {"item", "artifact", "session", "record", "document", "finding", "change", "comment", "event"}


def test_everything_that_a_team_has_is_found_and_titles_come_first(ana, everything):
    hits = search_teams(ana, "zebra").hits
    assert {hit.kind.name for hit in hits} == ALL
    assert hits[0].kind.name == "item"


def test_cleo_finds_nothing_of_it_whatever_she_asks_for(as_user, cleo, everything, elsewhere):
    for query in ("zebra", "zeb", "the&kind=document", f"zebra&item={everything.slug}", "zebra&palette=1"):
        page = as_user(cleo).get(f"/search/?q={query}", headers={"HX-Request": "true"}).content
        assert b"retries" not in page
        assert b"notes.md" not in page
        assert b"<mark>" not in page
    assert search_teams(cleo, "zebra").nothing
    assert kinds(cleo, "merger") == {"item"}


def test_who_has_left_the_team_finds_nothing_any_more(ben, team, everything):
    assert kinds(ben, "zebra") == ALL
    team.memberships.filter(user=ben).delete()
    assert search_teams(ben, "zebra").nothing


def test_an_entry_of_another_teams_row_is_not_shown(ana, cleo, everything, elsewhere):
    """Even when an item has moved to another team and its entries have not."""
    Item.objects.filter(pk=everything.pk).update(team=elsewhere.team)
    found = {hit.kind.name for hit in search_teams(ana, "zebra").hits}
    assert found & {"item", "artifact", "document"} == set()


@pytest.mark.parametrize(
    ("facets", "found"),
    [
        (("kdocument",), {"document"}),
        (("sinterview",), {"session", "record", "change", "event"}),
        (("pelm",), {"event"}),
        (("sflow",), set()),
    ],
)
def test_what_is_found_is_narrowed(ana, everything, facets, found):
    assert kinds(ana, "zebra", *facets) == found


def test_the_page_keeps_its_filter_in_the_address(as_ana, ana, everything):
    query = f"/search/?q=zebra&kind=comment&item={everything.slug}&who=user:{ana.pk}"
    page = as_ana.get(query).content.decode()
    assert "1 result<" in page
    assert "Which <mark>zebra</mark>?" in page
    assert re.search(r'<option value="comment" selected>', page)
    assert "?q=zebra&amp;kind=comment&amp;who=user%3A" in page  # without the item
    assert "Nothing found" in as_ana.get(query.replace("comment", "event")).content.decode()
    assert (
        "9 results" in as_ana.get("/search/?q=zebra&kind=nonsense&item=nowhere&who=user:0").content.decode()
    )


def test_each_result_leads_to_its_exact_place(as_ana, everything, session):
    page = as_ana.get("/search/?q=zebra").content.decode().replace("&amp;", "&")
    finding, event = Finding.objects.get(), session.events.last()
    change = Change.objects.get(reason="For the zebra.")
    document = Artifact.objects.get(pk=Finding.objects.get().artifact_id)
    for url in (
        f"/sessions/{session.pk}/?at={event.number}#event-{event.number}",
        f"/artifacts/{finding.artifact_id}/findings/?at={finding.pk}#finding-{finding.pk}",
        f"/changes/?open=change-{change.pk}#change-{change.pk}",
        f"/artifacts/{document.pk}/#doc-stripes:~:text=The%20zebra%20of%20the%20document.",
    ):
        assert f'href="{url}"' in page
        place = url.rpartition("#")[2].partition(":~:")[0]
        assert f'id="{place}"' in as_ana.get(url.partition("#")[0]).content.decode()


def test_a_finding_that_was_put_aside_stands_on_the_page_that_its_result_leads_to(as_ana, ana, everything):
    finding = Finding.objects.get()
    findings.decide(finding, "dismissed", ana, "Not a zebra.")
    page = as_ana.get("/search/?q=zebra&kind=finding").content.decode()
    assert f"?show=known&amp;at={finding.pk}#finding-{finding.pk}" in page
    assert "Dismissed" in page
    for number in range(60):
        factories.FindingFactory(artifact=finding.artifact, line=number, severity="critical")
    shown = as_ana.get(reverse("artifact-findings", args=[finding.artifact_id]), {"at": str(finding.pk)})
    assert f'id="finding-{finding.pk}"' in shown.content.decode()


def test_a_document_is_found_by_its_current_text_only(ana, everything):
    artifact = Artifact.objects.get(pk=Finding.objects.get().artifact_id)
    kept = SearchEntry.objects.get(text__startswith="# Stripes")
    add_revision(artifact, b"# Stripes\n\nThe zebra of the document.\n\n# New\n\nAn okapi.\n", ana)
    assert kinds(ana, "okapi") == {"document"}
    assert SearchEntry.objects.filter(pk=kept.pk).exists() is False  # it ends with one more blank line
    add_revision(artifact, b"# New\n\nAn okapi.\n", ana)
    assert kinds(ana, "zebra document") == set()


def test_what_is_decided_edited_and_deleted_is_found_so_at_once(ana, session):
    change = session.changes.first()
    decide.reject(change, ana, reason="Because of the quagga.")
    assert "change" in kinds(ana, "quagga")
    said = comments.add_comment(change, ana, "An aardvark.")
    assert kinds(ana, "aardvark") == {"comment"}
    comments.delete_comment(change, ana, said.pk)
    assert kinds(ana, "aardvark") == set()
    session.item.delete()
    assert not SearchEntry.objects.exists()


def test_a_phrase_a_beginning_an_accent_and_a_part_of_a_chinese_sentence_are_found(ana, session):
    words = say(session, "A declined card is not a card declined. Zoë’s résumé. 契約書を更新する。 สวัสดีครับ")
    say(session, "A card that is declined.")
    for text in ('"declined card"', "zoe resum", "RÉSUMÉ", "約書", "更新", "สดี", '"card decl'):
        assert search_teams(ana, text).events == [words], text
    assert search_teams(ana, '"card is declined"').nothing


def test_no_other_team_crowds_out_a_hit(ana, cleo, session, elsewhere, monkeypatch):
    """However many newer hits it has."""
    monkeypatch.setattr(candidates, "CANDIDATES", 3)
    monkeypatch.setattr(candidates, "LEAST", 3)
    ours = say(session, "The plan of Ana.")
    theirs = factories.SessionFactory(item=elsewhere)
    for number in range(9):
        Event.objects.create(session=theirs, number=number + 1, kind="answer", text=f"The plan {number}.")
    assert search_teams(ana, "pla").events == [ours]
    assert len(search_teams(cleo, "pla").hits) == 3


def test_the_palette_gets_options_and_a_page_without_htmx(as_ana, everything):
    page = as_ana.get("/search/?q=zeb&palette=1", headers={"HX-Request": "true"}).content.decode()
    assert page.count('role="option"') == 9  # eight, and the way to all
    assert "<html" not in page
    assert "/search/?q=zeb" in page
    assert "<h1>Search</h1>" in as_ana.get("/search/?q=zeb&palette=1").content.decode()
    none = as_ana.get("/search/?q=qqq&palette=1", headers={"HX-Request": "true"}).content.decode()
    assert "Nothing found" in none
    assert "listbox" not in none


def test_results_come_in_pages(as_ana, session):
    for number in range(30):
        say(session, f"zebra {number}")
    page = as_ana.get("/search/?q=zebra&kind=event").content.decode()
    assert page.count('class="found"') == 20
    assert "?q=zebra&amp;kind=event&amp;page=2" in page
    assert as_ana.get("/search/?q=zebra&kind=event&page=2").content.decode().count('class="found"') == 10


@pytest.mark.slow
def test_the_number_of_queries_does_not_grow_with_what_is_found(
    as_ana, everything, session, django_assert_max_num_queries
):
    as_ana.get("/search/?q=zebra")
    with django_assert_max_num_queries(22) as before:
        as_ana.get("/search/?q=zebra")
    for number in range(20):
        say(session, f"zebra {number}")
        factories.FindingFactory(artifact=Finding.objects.first().artifact, description="A zebra.")
    with django_assert_max_num_queries(len(before)):
        as_ana.get("/search/?q=zebra")


@pytest.mark.slow
def test_a_database_of_an_earlier_version_is_indexed_after_its_migration(ana, everything):
    before = sorted(SearchEntry.objects.values_list("ref", "words"))
    SearchEntry.objects.all().delete()
    assert search_teams(ana, "zebra").nothing
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":  # as a rebuilt table loses it
            cursor.execute("DROP TRIGGER reviews_forget_event")
    complete_index("default")
    assert kinds(ana, "zebra") == ALL
    assert sorted(SearchEntry.objects.values_list("ref", "words")) == before
    call_command("index_search", stdout=(told := StringIO()))
    assert told.getvalue() == f"{len(before)} entries.\n"
    Event.objects.all().delete()
    assert "event" not in kinds(ana, "zebra")
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO reviews_search_words(reviews_search_words, rank) VALUES ('integrity-check', 1)"
            )

"""Reading an artifact, and getting its bytes back."""

from reviews.models import Revision
from tests import factories


def test_markdown_is_rendered_and_text_is_shown_as_it_is(as_ana, item):
    notes = factories.ArtifactFactory(item=item, name="a.md", content="# Title\n\n*now*")
    plain = factories.ArtifactFactory(item=item, name="a.txt", kind="text", content="# Title\n<b>")
    assert b'<h1 id="doc-title">Title</h1>' in as_ana.get(f"/artifacts/{notes.pk}/").content
    assert b"# Title\n&lt;b&gt;" in as_ana.get(f"/artifacts/{plain.pk}/").content


def test_a_document_full_of_script_runs_none(as_ana, item):
    bad = "<script>alert(1)</script>\n\n[x](javascript:alert(2))\n\n![p](https://spy.example/p.png)"
    artifact = factories.ArtifactFactory(item=item, name="a.md", content=bad)
    page = as_ana.get(f"/artifacts/{artifact.pk}/").content.decode()
    sheet = page[page.index('class="prose"') :]
    assert "<script" not in sheet
    assert 'href="javascript' not in sheet
    assert "<img" not in sheet
    assert 'href="https://spy.example/p.png"' in sheet


def test_the_raw_page_gives_the_exact_bytes(as_ana, item):
    raw = "\ufeffTitle\r\n<script>é</script>".encode()
    artifact = factories.ArtifactFactory(item=item, name="a.md", content=raw)
    response = as_ana.get(f"/artifacts/{artifact.pk}/raw/")
    assert response.content == raw
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["X-Content-Type-Options"] == "nosniff"


def test_a_download_has_the_artifacts_name(as_ana, item):
    artifact = factories.ArtifactFactory(item=item, name='pl"an é.md')
    response = as_ana.get(f"/artifacts/{artifact.pk}/raw/?download")
    assert response["Content-Disposition"] == "attachment; filename*=utf-8''pl%22an%20%C3%A9.md"


def test_an_older_revision_can_be_read_and_says_that_it_is_old(as_ana, artifact, ben):
    second = Revision.objects.create(artifact=artifact, number=2, content=b"# Second", made_by=ben)
    type(artifact).objects.filter(pk=artifact.pk).update(current=second)
    page = as_ana.get(f"/artifacts/{artifact.pk}/?revision=1").content.decode()
    assert "This is an older revision." in page
    assert "by Ben" in page
    assert as_ana.get(f"/artifacts/{artifact.pk}/raw/?revision=2").content == b"# Second"


def test_a_revision_that_does_not_exist_is_not_found(as_ana, artifact):
    for number in ("7", "-1", "x", "²", "9" * 30):
        assert as_ana.get(f"/artifacts/{artifact.pk}/raw/?revision={number}").status_code == 404


def test_the_findings_quote_the_document_once_it_is_checked(as_ana, artifact):
    assert b"Not checked yet" in as_ana.get(f"/artifacts/{artifact.pk}/findings/").content
    as_ana.post(f"/artifacts/{artifact.pk}/check/")
    page = as_ana.get(f"/artifacts/{artifact.pk}/findings/").content.decode()
    assert "offline reviewer: rules, no model" in page
    assert "This makes checkout significantly better." in page


def test_an_artifact_takes_a_constant_number_of_queries(as_ana, artifact, ana, django_assert_num_queries):
    for number in range(2, 8):
        Revision.objects.create(artifact=artifact, number=number, content=b"x", made_by=ana)
    with django_assert_num_queries(10):
        as_ana.get(f"/artifacts/{artifact.pk}/")

"""What goes wrong with a repository, seen on the pages: a sentence each, nothing run, nothing lost."""

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from reviews.git import browse
from reviews.models import Repository
from reviews.repositories.places import mirror_of
from tests.git.making import Upstream, everything_in
from tests.git.serving import serving
from tests.git.test_hostile import filled_plain, trap

pytestmark = pytest.mark.slow

HTMX = {"HX-Request": "true"}
SECRET = "s3cr3t-t0ken"


@pytest.fixture
def web(roots, settings):
    """The folder with repositories, served by git's HTTP backend on a host of the intranet."""
    settings.ELM_REPO_PRIVATE_HOSTS = ("127.0.0.1",)
    with serving(roots) as served:
        yield served


@pytest.fixture
def linked(as_user, ana, team, django_capture_on_commit_callbacks):
    """`linked(url)` is the page that Ana gets when she links it; a first fetch is done by then."""

    def whole(url: str, credential: str = ""):
        with django_capture_on_commit_callbacks(execute=True):
            return as_user(ana).post("/repositories/new/", {"url": url, "credential": credential})

    return whole


@pytest.fixture
def fetched(as_user, ana, django_capture_on_commit_callbacks):
    """`fetched()` is what the page tells behind a press on "Fetch now"."""

    def whole() -> str:
        browser, path = as_user(ana), f"/repositories/{Repository.objects.get().pk}"
        with django_capture_on_commit_callbacks(execute=True):
            browser.post(f"{path}/fetch/")
        return browser.get(f"{path}/state/", headers=HTMX).content.decode()

    return whole


def refused(page, words: str, field: str = "url") -> str:
    """The page says `words` beside the field, and nothing was linked. Gives the page."""
    text = page.content.decode()
    assert page.status_code == 422
    _, mark, rest = text.partition(f'id="id_{field}_error"')
    assert mark
    assert words in rest.partition("</p>")[0].replace("&#x27;", "'")
    assert not Repository.objects.exists()
    return text


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "Give the address of the repository"),
        ("my notes", "has blanks, backslashes or characters that can't be seen"),
        ("notes", "is not an address that ELM knows"),
        ("file:///etc/passwd", "file:// addresses are not taken"),
        ("ext::sh", "start programs on the server"),
        ("--upload-pack=touch", "git would take for an option"),
        ("git://git.example.org/notes", "Use https:// instead"),
        ("git@git.example.org:team/notes.git", "no keys for ssh"),
        ("https://2130706433/notes", "odd way to write an IP address"),
        ("https://git.example.org/?<script>", "Give the address of the repository alone"),
    ],
)
def test_an_address_that_is_not_taken_stays_in_the_form(linked, roots, url, words):
    text = refused(linked(url, "ELM_GIT_DOCS"), words)
    escaped = url.replace("<", "&lt;").replace(">", "&gt;")
    assert not url or f'value="{escaped}"' in text
    assert 'value="ELM_GIT_DOCS"' in text


def test_a_path_outside_of_the_roots_is_refused(linked, roots):
    refused(linked("/etc"), "not inside a folder that this server allows")


def test_a_link_that_leads_out_of_the_roots_is_refused(linked, roots, tmp_path):
    outside = Upstream(tmp_path / "elsewhere" / "secret.git")
    (roots / "way.git").symlink_to(outside.path)
    refused(linked(str(roots / "way.git")), "or something in it leads out")


def test_a_folder_that_is_no_repository_is_refused(linked, roots):
    refused(linked(str(roots)), "is not a git repository")


def test_a_web_address_without_a_repository_is_refused(linked, web):
    refused(linked(web.url("gone.git")), "There is no git repository at")


def test_a_host_that_does_not_answer_is_told(linked, web):
    refused(linked("http://127.0.0.1:1/notes.git"), "can't be reached")


def test_a_private_address_is_not_even_asked(linked, web, upstream, settings):
    settings.ELM_REPO_PRIVATE_HOSTS = ("192.168.1.0/24",)
    refused(linked(web.url("notes.git")), "inside this server's network")
    assert web.asked == []


def test_a_redirect_to_a_private_address_is_not_followed(linked, web, upstream, roots):
    with serving(roots) as inside:
        web.redirects["/moved.git"] = inside.url("notes.git")
        refused(linked(web.url("moved.git")), "answered with a redirect")
        assert inside.asked == []


@pytest.mark.parametrize("name", ["", "ELM_GIT_DOCS"])
def test_a_password_that_is_missing_or_wrong_is_told_at_the_credential(
    linked, roots, upstream, settings, monkeypatch, name
):
    settings.ELM_REPO_PRIVATE_HOSTS = ("127.0.0.1",)
    monkeypatch.setenv("ELM_GIT_DOCS", SECRET)
    monkeypatch.setenv("ELM_GIT_DOCS_HOSTS", "127.0.0.1")
    with serving(roots, password="ana:right") as closed:
        text = refused(linked(closed.url("notes.git"), name), "wants a credential", "credential")
        assert f'value="{closed.url("notes.git")}"' in text
    assert SECRET not in text


def test_a_secret_in_the_place_of_its_name_is_not_shown_again(linked, roots, upstream, caplog):
    text = refused(linked(str(upstream.path), SECRET), "never the credential itself", "credential")
    assert SECRET not in text + caplog.text
    assert f'value="{upstream.path}"' in text


@pytest.mark.parametrize(
    "url", [f"https://ana:{SECRET}@git.example.org/x", f"https://{SECRET}@git.example.org/x"]
)
def test_a_password_in_an_address_is_taken_out_of_the_form(linked, roots, url, caplog):
    text = refused(linked(url), "has a name or a password in it")
    assert SECRET not in text + caplog.text
    assert 'value="https://git.example.org/x"' in text


def test_too_many_tries_are_told_above_the_form_and_keep_what_was_typed(linked, web, upstream, settings):
    settings.LINK_CHECKS_PER_HOUR = 0
    page = linked(web.url("notes.git"))
    assert b"You have tried 0 addresses within an hour" in page.content
    assert f'value="{web.url("notes.git")}"'.encode() in page.content
    assert (page.status_code, web.asked, Repository.objects.count()) == (422, [], 0)


def test_a_repository_that_is_linked_already_is_shown(as_user, ana, repository):
    page = as_user(ana).post("/repositories/new/", {"url": repository.url}, follow=True)
    assert page.redirect_chain == [(f"/repositories/{repository.pk}/", 302)]
    assert b"has linked this repository already" in page.content


def test_a_credential_that_is_refused_stays_as_it_was(as_user, ana, repository):
    path = f"/repositories/{repository.pk}/credential/"
    page = as_user(ana).post(path, {"credential": "ELM_GIT_DOCS"})
    assert (page.status_code, b"local paths need none" in page.content) == (422, True)
    assert b'value="ELM_GIT_DOCS"' in page.content
    assert Repository.objects.get().credential == ""


def test_a_credential_that_is_taken_is_used_at_once(
    as_user, ana, web, linked, upstream, monkeypatch, django_capture_on_commit_callbacks
):
    linked(web.url("notes.git"))
    web.password = f"ana:{SECRET}"
    monkeypatch.setenv("ELM_GIT_DOCS", web.password)
    monkeypatch.setenv("ELM_GIT_DOCS_HOSTS", "127.0.0.1")
    found = Repository.objects.get()
    with django_capture_on_commit_callbacks(execute=True):
        as_user(ana).post(f"/repositories/{found.pk}/credential/", {"credential": "ELM_GIT_DOCS"})
    found.refresh_from_db()
    assert (found.credential, found.state) == ("ELM_GIT_DOCS", "ready")


def test_a_password_that_was_changed_there_is_told_with_a_way_to_change_it_here(
    linked, web, upstream, fetched
):
    linked(web.url("notes.git"))
    web.password = "ana:new"
    told = fetched()
    assert "wants a credential" in told
    assert "Change the credential" in told
    assert Repository.objects.get().is_readable


def test_a_host_that_is_gone_is_told_and_what_was_fetched_stays(linked, web, upstream, fetched):
    linked(web.url("notes.git"))
    (upstream.path / "HEAD").unlink()
    assert "There is no git repository at" in fetched()
    found = Repository.objects.get()
    assert browse.resolve(mirror_of(found), "main") == found.head


@pytest.mark.parametrize("by_path", [True, False], ids=["path", "web"])
def test_a_repository_full_of_traps_is_linked_and_fetched_and_none_goes_off(
    linked, web, upstream, tmp_path, by_path
):
    canary = tmp_path / "canary"
    made = filled_plain(upstream)
    for name in ("uploadpack.packObjectsHook", "core.fsmonitor", "core.alternateRefsCommand"):
        upstream.git("config", name, trap(tmp_path / "trap", canary))
    outside = everything_in(tmp_path / "roots")
    linked(str(upstream.path) if by_path else web.url("notes.git"))
    found = Repository.objects.get()
    assert (found.state, found.head) == ("ready", made)
    assert not canary.exists()
    assert everything_in(tmp_path / "roots") == outside


def test_an_object_that_is_an_attack_stops_the_whole_fetch(linked, web, upstream, fetched):
    linked(web.url("notes.git"))
    before = Repository.objects.get().head
    upstream.commit({".gitmodules": b'[submodule "../../x"]\n\tpath = x\n\turl = ext::sh -c touch\n'})
    assert "git takes for an attack" in fetched()
    assert Repository.objects.get().head == before


def test_file_names_with_line_breaks_do_no_harm(linked, web, upstream):
    upstream.commit({b"a\nb.md": b"x\n", b"\xff\x1b[31m.md": b"y\n"})
    linked(web.url("notes.git"))
    assert Repository.objects.get().state == "ready"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ["fetch", "stop"])
def test_a_disk_that_is_full_is_told_and_changes_nothing(act, as_user, ana, repository):
    browser = as_user(ana)
    state = "ready" if act == "fetch" else "fetching"
    Repository.objects.update(state=state, beat=timezone.now())

    def full(execute, sql, params, many, context):
        if sql.startswith("UPDATE") and "reviews_repository" in sql:
            raise OperationalError("database or disk is full")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(full):
        page = browser.post(f"/repositories/{repository.pk}/{act}/", follow=True)
    assert b"so nothing was stored" in page.content
    assert Repository.objects.get().state == state

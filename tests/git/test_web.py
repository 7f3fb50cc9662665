"""Repositories over HTTP, served by git's own backend on loopback."""

import shutil
import subprocess
import threading
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from reviews.errors import RepositoryError
from reviews.git import browse, commit, hosts, mirror, sources
from reviews.git.addresses import Policy, parse_address
from reviews.git.command import git
from reviews.git.sources import RepositorySource, transport_of
from tests.git.making import everything_in, noise, plain
from tests.git.serving import Served, serving
from tests.git.test_commit import draft

TOKEN = "s3cr3t-t0ken"


def by_web(served: Served, policy: Policy, name: str = "notes.git", **options) -> RepositorySource:
    return RepositorySource(parse_address(served.url(name), policy), policy, **options)


def knowing(value: str = f"ana:{TOKEN}", **others: str) -> dict[str, str]:
    """The server's environment with a credential in it."""
    return {"ELM_GIT_DOCS": value, "ELM_GIT_DOCS_HOSTS": "127.0.0.1", **others}


@pytest.fixture
def closed(roots):
    """The folder with repositories, for those who know the password."""
    with serving(roots, password=f"ana:{TOKEN}") as served:
        yield served


def test_a_served_repository_is_fetched_and_gets_the_branch(upstream, web, policy, copy, tmp_path):
    base = upstream.commit({"a.md": b"a\n"})
    source = by_web(web, policy)
    assert mirror.fetch(copy, source).seen.default_branch == "main"
    made = commit.commit(copy, draft(base, {"a.md": b"a\nb\n"}))
    commit.push(copy, source, "elm/s1")
    plain(tmp_path, "clone", "-q", web.url("notes.git"), "clone")
    assert plain(tmp_path / "clone", "rev-parse", "origin/elm/s1").decode().strip() == made


@pytest.mark.parametrize(("allowed", "size"), [("true", None), ("false", 1_500_000)])
def test_a_large_file_is_left_out_where_the_host_can_leave_it_out(upstream, web, policy, copy, allowed, size):
    upstream.git("config", "uploadpack.allowFilter", allowed)
    made = upstream.commit({"huge.bin": noise(1_500_000)})
    mirror.fetch(copy, by_web(web, policy), sizes=mirror.Sizes(whole=9, file=1))
    assert [row.size for row in browse.tree(copy, made).entries] == [size]


def test_a_credential_opens_a_closed_repository_for_reading_and_writing(upstream, closed, policy, copy):
    base = upstream.commit({"a.md": b"a\n"})
    source = by_web(closed, policy, credential="ELM_GIT_DOCS", environ=knowing())
    mirror.fetch(copy, source)
    commit.commit(copy, draft(base, {"a.md": b"b\n"}))
    commit.push(copy, source, "elm/s1")
    assert upstream.git("rev-parse", "refs/heads/elm/s1")


@pytest.mark.parametrize("environ", [{}, knowing("ana:wrong-one")], ids=["none", "wrong"])
def test_without_the_right_credential_there_is_a_sentence(upstream, closed, policy, copy, environ):
    upstream.commit({"a.md": b"a\n"})
    source = by_web(closed, policy, credential="ELM_GIT_DOCS" if environ else "", environ=environ)
    with pytest.raises(RepositoryError, match="wants a credential, or does not accept") as refused:
        mirror.read_remote(source)
    assert refused.value.kind == "credential"
    assert "wrong-one" not in str(refused.value)
    assert not copy.exists()


def test_a_credential_is_in_no_message_log_config_or_command_line(
    upstream, closed, policy, copy, caplog, monkeypatch
):
    upstream.commit({"a.md": b"a\n"})
    source = by_web(closed, policy, credential="ELM_GIT_DOCS", environ=knowing())
    started = []
    real = subprocess.Popen

    def noted(command, **options):
        started.append(command)
        process = real(command, **options)
        started.append(Path(f"/proc/{process.pid}/cmdline").read_bytes())
        return process

    monkeypatch.setattr(subprocess, "Popen", noted)
    mirror.fetch(copy, source)
    with pytest.raises(RepositoryError) as refused:
        mirror.read_remote(by_web(closed, policy, "gone.git", credential="ELM_GIT_DOCS", environ=knowing()))
    coded = "YW5hOnMzY3IzdC10MGtlbg"
    told = [
        *map(repr, started),
        str(refused.value),
        caplog.text,
        repr(source),
        repr(transport_of(source, "upload-pack")),
    ]
    kept = b"".join(everything_in(copy.parent).values())
    assert len(started) > 10
    assert not [text for text in told if TOKEN in text or coded in text]
    assert TOKEN.encode() not in kept
    assert coded.encode() not in kept


@pytest.mark.parametrize(
    ("name", "environ", "team", "words"),
    [
        (
            "SECRET_KEY",
            {"SECRET_KEY": TOKEN},
            "payments",
            "named by an environment variable such as ELM_GIT_",
        ),
        (TOKEN, {}, "payments", "never the credential itself"),
        ("ELM_GIT_DOCS_HOSTS", knowing(), "payments", "never the credential itself"),
        (
            "ELM_GIT_DOCS",
            knowing(ELM_GIT_DOCS_HOSTS="git.example.org"),
            "payments",
            "not meant for 127.0.0.1",
        ),
        (
            "ELM_GIT_DOCS",
            knowing(ELM_GIT_DOCS_HOSTS="127.0.0.1/other"),
            "payments",
            "not meant for 127.0.0.1",
        ),
        ("ELM_GIT_DOCS", knowing(ELM_GIT_DOCS_TEAMS="legal, ops"), "payments", "not meant for this team"),
        ("ELM_GIT_DOCS", knowing(""), "payments", "no variable ELM_GIT_DOCS"),
        ("ELM_GIT_DOCS", knowing(f"{TOKEN}\nX-Other: 1"), "payments", "can't be a token"),
        ("ELM_GIT_DOCS", knowing(ELM_GIT_DOCS_FILE="/nowhere/x"), "payments", "can't be read"),
    ],
)
def test_a_credential_goes_nowhere_but_where_it_is_meant_for(web, policy, name, environ, team, words):
    source = by_web(web, policy, credential=name, environ=environ, team=team)
    with pytest.raises(RepositoryError, match=words) as refused:
        mirror.read_remote(source)
    assert refused.value.kind == "credential"
    assert TOKEN not in str(refused.value)
    assert web.asked == []


def test_a_credential_comes_from_a_file_for_one_folder_of_a_host_and_one_team(
    upstream, closed, policy, tmp_path
):
    upstream.commit({"a.md": b"a\n"})
    (tmp_path / "token").write_text(f"ana:{TOKEN}\n")
    environ = {
        "ELM_GIT_DOCS_FILE": str(tmp_path / "token"),
        "ELM_GIT_DOCS_HOSTS": f"git.example.org, 127.0.0.1:{closed.port}/notes.git",
        "ELM_GIT_DOCS_TEAMS": "payments",
    }
    source = by_web(closed, policy, credential="ELM_GIT_DOCS", environ=environ, team="payments")
    assert mirror.read_remote(source).branches == ("main",)


def test_a_credential_is_never_sent_in_clear_text_over_a_network(policy, monkeypatch):
    open_policy = replace(policy, private_hosts=("10.0.0.0/8",))
    monkeypatch.setattr(hosts, "look_up", lambda host, port: ["10.1.1.1"])
    monkeypatch.setattr(hosts.reachable_addresses, "__defaults__", (hosts.look_up,))
    source = RepositorySource(
        parse_address("http://git.corp.example/notes", open_policy), open_policy, credential="ELM_GIT_DOCS"
    )
    with pytest.raises(RepositoryError, match="sent over https:// only"):
        transport_of(source, "upload-pack")


def test_a_redirect_is_not_followed_wherever_it_leads(upstream, web, policy, roots):
    upstream.commit({"a.md": b"a\n"})
    with serving(roots) as inside:
        web.redirects["/moved.git"] = inside.url("notes.git")
        with pytest.raises(RepositoryError, match="answered with a redirect") as refused:
            mirror.read_remote(by_web(web, policy, "moved.git"))
        assert refused.value.kind == "redirect"
        assert inside.asked == []


def test_a_private_address_is_not_even_asked(web, roots):
    closed = Policy(roots=(roots,), private_hosts=("192.168.1.0/24",))
    with pytest.raises(RepositoryError, match="inside this server's network") as refused:
        mirror.read_remote(by_web(web, closed))
    assert refused.value.kind == "private"
    assert web.asked == []


def test_git_goes_where_the_look_up_led_and_nowhere_else(upstream, web, policy):
    upstream.commit({"a.md": b"a\n"})
    open_policy = replace(policy, private_hosts=("notes.invalid",))
    address = parse_address(f"http://notes.invalid:{web.port}/notes.git", open_policy)
    found = sources._by_web(RepositorySource(address, open_policy), ["127.0.0.1"])
    assert found.outside.config == {"http.curloptResolve": f"notes.invalid:{web.port}:127.0.0.1"}
    assert b"refs/heads/main" in git(None, "ls-remote", "--", found.url, outside=found.outside)


@pytest.mark.parametrize("name", ["gone.git", "plain"])
def test_what_is_no_repository_is_told_as_such(web, policy, roots, name):
    (roots / "plain").mkdir()
    with pytest.raises(RepositoryError, match="There is no git repository at") as refused:
        mirror.read_remote(by_web(web, policy, name))
    assert refused.value.kind == "not_repository"


def test_a_host_that_does_not_answer_is_told_as_such(web, policy):
    source = by_web(web, policy)
    gone = replace(source.address, url="http://127.0.0.1:1/notes.git", port=1)
    with pytest.raises(RepositoryError, match="can't be reached") as refused:
        mirror.read_remote(replace(source, address=gone))
    assert refused.value.kind == "unreachable"


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
def test_a_certificate_that_nobody_vouches_for_is_refused_before_the_credential_goes_out(
    roots, tmp_path, policy
):
    both = tmp_path / "both.pem"
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1"
    done = subprocess.run(
        [
            "openssl",
            *words.split(),
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-keyout",
            both,
            "-out",
            tmp_path / "crt",
        ],
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr
    both.write_bytes(both.read_bytes() + (tmp_path / "crt").read_bytes())
    with serving(roots, certificate=both) as served:
        source = by_web(served, policy, credential="ELM_GIT_DOCS", environ=knowing())
        with pytest.raises(RepositoryError, match="could not prove who it is") as refused:
            mirror.read_remote(source)
    assert refused.value.kind == "tls"
    assert served.asked == []


def test_a_push_without_permission_is_told_as_such(upstream, web, policy, copy):
    base = upstream.commit({"a.md": b"a\n"})
    upstream.git("config", "http.receivepack", "false")
    source = by_web(web, policy)
    mirror.fetch(copy, source)
    commit.commit(copy, draft(base, {"a.md": b"b\n"}))
    with pytest.raises(RepositoryError) as refused:
        commit.push(copy, source, "elm/s1")
    assert refused.value.kind == "credential"
    assert [branch.name for branch in browse.branches(copy)] == ["main"]


def test_ssh_asks_nobody_and_goes_where_the_look_up_led(roots, monkeypatch):
    monkeypatch.setattr(hosts.reachable_addresses, "__defaults__", (lambda host, port: ["1.1.1.1"],))
    policy = Policy(ssh=True)
    address = parse_address("git@git.example.org:team/notes.git", policy)
    found = transport_of(RepositorySource(address, policy), "upload-pack")
    assert (found.url, found.outside.protocols) == ("git@git.example.org:team/notes.git", "ssh")
    command = found.outside.variables["GIT_SSH_COMMAND"]
    for option in (
        "BatchMode=yes",
        "StrictHostKeyChecking=yes",
        "HostName=1.1.1.1",
        "HostKeyAlias=git.example.org",
    ):
        assert f"-o {option}" in command


def test_a_plain_file_server_cannot_send_git_elsewhere_for_objects(upstream, web, policy, roots, copy):
    made = upstream.commit({"a.md": b"a\n"})
    upstream.git("update-server-info")
    (roots / "notes.git" / "objects" / made[:2] / made[2:]).unlink()
    with files_served(roots) as dumb:
        (roots / "notes.git/objects/info/http-alternates").write_text(f"{web.url('notes.git')}/objects\n")
        address = parse_address(f"http://127.0.0.1:{dumb.server_address[1]}/notes.git", policy)
        with pytest.raises(RepositoryError):
            mirror.fetch(copy, RepositorySource(address, policy))
    assert web.asked == []


@contextmanager
def files_served(root: Path):
    """A server that knows nothing of git."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *arguments) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=root))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

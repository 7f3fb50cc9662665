"""What may be linked, by its form and by where it leads."""

from pathlib import Path

import pytest

from reviews.errors import RepositoryError
from reviews.git.addresses import Policy, parse_address
from reviews.git.hosts import reachable_addresses

OPEN = Policy(roots=(Path("/srv/repos"),), private_hosts=("git.corp.example", "10.0.0.0/8"), ssh=True)
CLOSED = Policy()


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("https://git.example.org/team/notes.git", "https://git.example.org/team/notes.git"),
        ("  HTTPS://Git.Example.ORG:443/team/notes/  ", "https://git.example.org/team/notes"),
        ("https://bücher.example/notes", "https://xn--bcher-kva.example/notes"),
        ("https://git.example.org/~ana/a%20b.git", "https://git.example.org/~ana/a%20b.git"),
    ],
)
def test_an_address_gets_its_normal_form(typed, url):
    assert parse_address(typed, CLOSED).url == url


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "Give the address"),
        ("--upload-pack=touch /tmp/x", "blanks"),
        ("-u", "option"),
        ("--upload-pack=x", "option"),
        ("ext::sh", "start programs"),
        ("fd::17/foo", "start programs"),
        ("file:///srv/repos/notes.git", "Give the plain path"),
        ("git://git.example.org/notes", "can't tell who answers"),
        ("ftp://git.example.org/notes", "Use https://"),
        ("http://git.example.org/notes", "neither private nor proof"),
        ("https://ana:secret@git.example.org/notes", "name or a password"),
        ("https://ana@git.example.org/notes", "name or a password"),
        ("https://git.example.org:8443/notes", "usual port"),
        ("https://git.example.org:0/notes", "port"),
        ("https://git.example.org:99999/notes", "port"),
        ("https://git.example.org:/notes", "port"),
        ("https://git.example.org", "no repository on it"),
        ("https://git.example.org/a/../b", "climbs"),
        ("https://git.example.org/a/%2e%2E/b", "climbs"),
        ("https://git.example.org/notes?x=1", "“\\?”"),
        ("https://git.example.org/notes#x", "“\\?” or a “#”"),
        ("https://git.example.org/no\ntes", "can't be seen"),
        ("https://git.example.org\\@evil.example/notes", "backslashes"),
        ("https://0x7f.1/notes", "odd way"),
        ("https://2130706433/notes", "odd way"),
        ("https://-git.example/notes", "not the name of a host"),
        ("https:///notes", "not the name of a host"),
        ("https://[::zz]/notes", "makes no sense|brackets"),
        ("ssh://git@git.example.org/notes", "no keys for ssh"),
        ("git@git.example.org:team/notes.git", "no keys for ssh"),
        ("/srv/repos/notes.git", "takes no local paths"),
        ("notes.git", "not an address"),
        ("https://git.example.org/" + "x" * 500, "longer"),
    ],
)
def test_an_address_that_is_not_taken_gets_a_sentence(typed, words):
    with pytest.raises(RepositoryError, match=words) as refused:
        parse_address(typed, CLOSED)
    assert refused.value.kind == "address"
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "typed",
    [
        "git@git.example.org:team/notes.git",
        "ssh://git@git.example.org/team/notes.git",
        "/srv/repos/notes.git",
    ],
)
def test_ssh_and_paths_are_taken_where_the_server_allows_them(typed):
    assert parse_address(typed, OPEN).url == typed


@pytest.mark.parametrize(
    "typed", ["git@host:-oProxyCommand=x", "-oProxyCommand=x@host:notes", "a b@host:notes"]
)
def test_ssh_addresses_that_are_options_are_refused(typed):
    with pytest.raises(RepositoryError):
        parse_address(typed, OPEN)


@pytest.mark.parametrize(
    "ip",
    [
        "127.0.0.1",
        "10.1.2.3",
        "192.168.0.1",
        "172.16.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1",
        "fd00::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ],
)
def test_a_host_that_leads_inside_is_refused_even_if_another_of_its_addresses_is_public(ip):
    address = parse_address("https://git.example.org/notes", CLOSED)
    with pytest.raises(RepositoryError, match="inside this server's network") as refused:
        reachable_addresses(address, CLOSED, lambda host, port: ["1.1.1.1", ip])
    assert refused.value.kind == "private"


def test_a_public_host_is_bound_to_what_was_looked_up():
    address = parse_address("https://git.example.org/notes", CLOSED)
    assert reachable_addresses(address, CLOSED, lambda host, port: ["1.1.1.1"]) == ["1.1.1.1"]


@pytest.mark.parametrize("typed", ["http://git.corp.example:3000/notes", "https://other.example:3000/notes"])
def test_the_intranet_is_reached_where_it_is_allowed_by_name_or_by_network(typed):
    assert reachable_addresses(parse_address(typed, OPEN), OPEN, lambda host, port: ["10.1.2.3"]) == [
        "10.1.2.3"
    ]


@pytest.mark.parametrize("typed", ["http://other.example/notes", "https://other.example:3000/notes"])
def test_an_allowed_intranet_does_not_open_odd_ports_elsewhere(typed):
    with pytest.raises(RepositoryError, match=r"Use https|usual port"):
        reachable_addresses(parse_address(typed, OPEN), OPEN, lambda host, port: ["1.1.1.1"])


def test_an_unknown_host_is_told_as_such():
    with pytest.raises(RepositoryError, match=r"no host called nowhere\.invalid") as refused:
        reachable_addresses(parse_address("https://nowhere.invalid/notes", CLOSED), CLOSED)
    assert refused.value.kind == "unreachable"

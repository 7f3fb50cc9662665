"""Links, hosts, addresses, file names and account numbers in a text, read as a browser would read them."""

import re
from collections.abc import Collection, Iterable
from urllib.parse import unquote

from reviews.language.sourcing.plain_text import fold_word
from reviews.language.wordlists import read_words

_LINKS = read_words(__file__, "links")
_FILES, _DOMAINS = _LINKS.vocabulary("files"), _LINKS.vocabulary("domains")
_LINK = re.compile(
    r"(?:(?<![a-z])(?:https?|ftp|wss?):[/\\]{0,4}|(?<![\w:./\\])//(?=[\w-]))[^\s<>\"')\]|]{2,2000}+",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}+@(?:[\w-]{1,63}+\.){1,8}[^\W\d_]{2,20}+")
_DOTTED = re.compile(r"(?<![\w@./-])(?:[\w-]{1,63}+[./]){1,12}[\w-]{1,63}+")
_ACCOUNT = re.compile(r"(?<![^\W_])[A-Z]{2}\d\d[ ]?(?:[A-Z0-9]{4}[ ]?){2,7}[A-Z0-9]{0,4}(?![^\W_])")
_DIGITS = re.compile(r"\d\d")
"""Without two digits beside each other there is no account."""
_CARD = re.compile(r"(?<![\d.,])(?:\d{4}[ -]){3}\d{4}(?![\d])")
_LABELLED = re.compile(r"!?\[([^\]\[]{0,300})\]\(\s{0,5}<?([^\s()<>]{1,2000})>?(?:\s[^()]{0,300})?\)")
_TRAILING = ".,;:!?*_`"


def find_links(text: str) -> list[tuple[int, int, str, str]]:
    """What leads somewhere, in order and apart: (start, end, kind, normalised value), kind one of "link", "host",
    "email", "file" and "account"."""
    found = [*_links(text), *_emails(text), *_accounts(text), *_dotted(text)]
    ranks = {"link": 0, "email": 1, "account": 2, "file": 3, "host": 3}
    taken: list[tuple[int, int, str, str]] = []
    for one in sorted(found, key=lambda one: (one[0], ranks[one[2]])):
        if not taken or one[0] >= taken[-1][1]:
            taken.append(one)
    return taken


def _links(text: str) -> Iterable[tuple[int, int, str, str]]:
    for match in _LINK.finditer(text):
        link = match[0].rstrip(_TRAILING)
        if host := host_of(link):
            yield match.start(), match.start() + len(link), "link", host + _path_of(link)


def _emails(text: str) -> Iterable[tuple[int, int, str, str]]:
    for match in _EMAIL.finditer(text):
        yield match.start(), match.end(), "email", match[0].casefold()


def _accounts(text: str) -> Iterable[tuple[int, int, str, str]]:
    for pattern in (_ACCOUNT, _CARD) if _DIGITS.search(text) else ():
        for match in pattern.finditer(text):
            end = match.start() + len(match[0].rstrip())
            yield match.start(), end, "account", re.sub("[ -]", "", match[0])


def _dotted(text: str) -> Iterable[tuple[int, int, str, str]]:
    """File names and hosts without a scheme: what stands behind the last point tells them apart."""
    for match in _DOTTED.finditer(text):
        first, *_ = match[0].split("/")
        name = match[0].casefold()
        ending = name.rsplit(".", 1)[-1] if "." in name.rsplit("/", 1)[-1] else ""
        if ending in _FILES:
            yield match.start(), match.end(), "file", name
        elif "." in first and first.rsplit(".", 1)[-1].casefold() in _DOMAINS and not first[0].isdigit():
            yield match.start(), match.end(), "host", name.removeprefix("www.")


def host_of(link: str) -> str:
    """The host that a browser would call for a link: behind user names, before the port, without "www."."""
    rest = re.sub(r"^(?:[a-z]+:)?[/\\]*", "", link, count=1, flags=re.IGNORECASE)
    authority = re.split(r"[/\\?#]", rest, maxsplit=1)[0].rsplit("@", 1)[-1]
    host = fold_word(unquote(authority)).split(":")[0].strip(".").replace("。", ".")
    return host.removeprefix("www.")


def _path_of(link: str) -> str:
    rest = re.sub(r"^(?:[a-z]+:)?[/\\]*", "", link, count=1, flags=re.IGNORECASE)
    found = re.search(r"[/\\?#]", rest)
    return rest[found.start() :].rstrip("/") if found else ""


def links_as_text(text: str, hosts: Collection[str]) -> str:
    """`text` with what leads to one of `hosts` shown as code, which no renderer makes a link of."""
    if not hosts:
        return text
    leads_there = set(hosts).intersection
    plain = _LABELLED.sub(lambda m: f"{m[1]} ({m[2]})" if leads_there(find_hosts(m[2])) else m[0], text)
    parts: list[str] = []
    end = 0
    for start, stop, kind, _ in find_links(plain):
        if kind in ("link", "host", "email") and leads_there(find_hosts(plain[start:stop])):
            quoted = plain[max(start - 1, 0) : start] == "`"
            parts += [plain[end:start], plain[start:stop] if quoted else f"`{plain[start:stop]}`"]
            end = stop
    return "".join([*parts, plain[end:]])


def find_hosts(text: str) -> frozenset[str]:
    """The hosts that links, bare host names and addresses of `text` lead to."""
    hosts = set()
    for _, _, kind, value in find_links(text):
        if kind in ("link", "host"):
            hosts.add(re.split(r"[/?#\\]", value, maxsplit=1)[0])
        elif kind == "email":
            hosts.add(value.rsplit("@", 1)[-1])
    return frozenset(hosts)

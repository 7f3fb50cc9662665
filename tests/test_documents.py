"""The documents say what is there: their links, the files that they name, the index of decisions, the contract."""

import re
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.urls import URLPattern, get_resolver

from tests.syntax import sentences

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
DECISIONS = (ROOT / "docs/decisions.md").read_text()
CONTRACT = (ROOT / "docs/contract.md").read_text()
FOLDERS = ("docs", "elm_site", "personas", "reviews", "templates", "tests")
OLD_WORDS = re.compile(
    r"\b(?:signs? of life|the other side|has the word|behind (?:n|event)|anew|impostor|triage|shelf|outlook)\b",
    re.I,
)
"""What the glossary has better words for."""
ELSEWHERE = re.compile(
    r"§|\b(?:DESIGN|HOUSE|PITFALLS|STYLE)\b|\bspec/\w|\bspec \d|\b(?:by|of) the specification\b|\b(?:ADR|REQ|GH)-\d"
)
"""How documents are cited that are not in the repository."""


def anchor(heading: str) -> str:
    """What a heading is called in addresses."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S), re.MULTILINE)


def leads_somewhere(document: Path, link: str) -> bool:
    path, _, place = link.partition("#")
    target = (document.parent / path) if path else document
    return target.exists() and (not place or place in map(anchor, headings(target.read_text())))


def test_every_link_between_documents_leads_somewhere():
    links = [(path, link) for path in DOCUMENTS for link in re.findall(r"\]\(([^):\s]+)\)", path.read_text())]
    assert len(links) > 50
    assert [(path.name, link) for path, link in links if not leads_somewhere(path, link)] == []


def named_files(text: str) -> list[str]:
    """The files and folders of the repository that a document names, without placeholders."""
    named = re.findall(r"`([\w./-]+)`", text)
    return [name for name in named if name.partition("/")[0] in FOLDERS or name.endswith(".py")]


@cache
def modules() -> list[Path]:
    return [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]


def is_there(name: str) -> bool:
    return (ROOT / name).exists() or any(path.match(name) for path in modules())


def test_every_file_that_a_document_names_exists():
    named = [(path.name, name) for path in DOCUMENTS for name in named_files(path.read_text())]
    assert len(named) > 100
    assert [(document, name) for document, name in named if not is_there(name)] == []


def test_the_index_of_decisions_has_each_of_them_once():
    index = re.findall(r"^- \[(.+)\]\(#(.+)\)$", DECISIONS, re.MULTILINE)
    decided = [heading for heading in headings(DECISIONS) if heading != "Decisions"]
    assert len(decided) > 40
    assert sorted(index) == sorted((heading, anchor(heading)) for heading in decided)


def test_every_decision_is_a_heading_of_its_own():
    assert re.findall(r"^\*\*.+\*\*", DECISIONS, re.MULTILINE) == []


def test_the_glossary_defines_each_word_once():
    rows = re.findall(r"^\| (\*\*.+?) \|", (ROOT / "docs/glossary.md").read_text(), re.MULTILINE)
    words = [word for row in rows for word in re.findall(r"\*\*(.+?)\*\*", row)]
    assert len(words) > 80
    assert sorted(words) == sorted(set(words))


def test_the_documents_use_the_words_of_the_glossary():
    assert len(DOCUMENTS) > 8
    old = [(path.name, hit) for path in DOCUMENTS for hit in OLD_WORDS.findall(path.read_text())]
    assert old == []


def citations(path: Path) -> list[str]:
    """What people cite in a file that is not here: of Python in docstrings and comments, elsewhere anywhere."""
    whole = path.read_text()
    if not ELSEWHERE.search(whole):
        return []
    texts = sentences(path) if path.suffix == ".py" else [whole]
    return [hit[0] for text in texts if (hit := ELSEWHERE.search(text))]


def test_no_document_is_cited_that_is_not_here():
    python = [path for path in modules() if "migrations" not in path.parts]
    files = [*python, *DOCUMENTS, *(ROOT / "templates").rglob("*.html"), ROOT / "Makefile"]
    assert len(files) > 1000
    cited = [(str(path.relative_to(ROOT)), hit) for path in files for hit in citations(path)]
    assert cited == ALLOWED


ALLOWED = [("reviews/documents/sections.py", "§")]
"""Headings of people have this sign."""


def addresses() -> list[str]:
    """The addresses of the project itself, with the kind of each part in its place."""
    own = [
        pattern for pattern in get_resolver("reviews.urls").url_patterns if isinstance(pattern, URLPattern)
    ]
    kinds = {"int": "number", "slug": "slug", "uuid": "uuid"}
    return [
        "/" + re.sub(r"<(\w+):(\w+)>", lambda part: f"<{kinds.get(part[1], part[2])}>", str(p.pattern))
        for p in own
    ]


def test_the_contract_has_every_address():
    written = set(re.findall(r"`(/[^`?]*)`", CONTRACT.replace("<a>..<b>", "<number>..<number>")))
    assert len(addresses()) > 60
    assert set(addresses()) - written == set()
    assert written - set(addresses()) == {"/admin/", "/admin/code-designer/", "/ws/sessions/<uuid>/"}


def test_the_contract_has_every_command():
    table = CONTRACT.partition("## manage.py")[2].partition("##")[0]
    written = [
        name
        for row in re.findall(r"^\| (`.+?`) \|", table, re.MULTILINE)
        for name in re.findall(r"`(\w+)", row)
    ]
    own = [name for name, app in get_commands().items() if app in ("reviews", "personas")]
    assert len(own) > 8
    assert sorted(written) == sorted(own)


def test_the_contract_has_every_target_of_make():
    targets = re.findall(r"^(\w+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert len(targets) > 8
    assert set(targets) - {"help"} == set(re.findall(r"`make (\w+)`", CONTRACT))


def test_the_contract_has_every_variable_of_the_settings():
    settings = (ROOT / "elm_site/settings.py").read_text()
    read = set(re.findall(r"env\.\w+\(\s*\"(\w+)\"", settings))
    written = set(re.findall(r"`([A-Z_]{5,})`", CONTRACT.partition("## Environment")[2].partition("##")[0]))
    assert len(read) > 15
    assert written == read | {"SECRET_KEY_FILE"}


@pytest.mark.parametrize(
    "citation", ["as DESIGN says", "see § 7", "(spec/roundtable.md)", "follow HOUSE", "ADR-0004"]
)
def test_a_citation_of_another_document_is_seen(citation):
    assert ELSEWHERE.search(citation)

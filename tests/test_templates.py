"""Templates can be read, and styles and scripts belong to pages: none is left over, none is missing."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEMPLATES = sorted(ROOT.glob("templates/**/*.html")) + sorted(ROOT.glob("*/templates/**/*.html"))
STATIC = ROOT / "reviews/static/reviews"
OWN = sorted(path for path in STATIC.iterdir() if path.suffix in (".css", ".js"))
EVERYWHERE = ("tokens.css", "base.css", "components.css")
LONGEST = 150

named = re.compile(r"reviews/([\w/.-]+\.(?:css|js))")


def code() -> str:
    """What may name a class or a file: templates, scripts and Python."""
    python = [path for path in ROOT.glob("reviews/**/*.py") if "migrations" not in path.parts]
    return "\n".join(path.read_text() for path in [*TEMPLATES, *STATIC.glob("*.js"), *python])


def test_no_line_of_a_template_is_too_long():
    assert len(TEMPLATES) > 80
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in TEMPLATES
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert long == []


def test_every_style_and_script_is_loaded_somewhere_and_each_that_is_loaded_exists():
    assert len(OWN) > 10
    asked = set(named.findall(code()))
    assert {path.name for path in OWN} - asked == set()
    assert [name for name in sorted(asked) if not (STATIC / name).exists()] == []


def test_every_page_loads_the_tokens_the_base_and_the_components_and_only_htmx_keys_and_the_palette():
    base = (ROOT / "templates/base.html").read_text()
    assert tuple(named.findall(base)) == (*EVERYWHERE, "vendor/htmx.js", "form_keys.js", "palette.js")


partial = re.compile(r"\{% partialdef ([\w-]+) %\}(.*?)\{% endpartialdef %\}", re.DOTALL)
included = re.compile(r"""\{% include "([\w/.-]+)(?:#([\w-]+))?\"""")


def written_out(text: str, partials: dict[str, str]) -> str:
    """A part of a template with what it includes by name, as deep as three."""
    for _ in range(3):
        text = re.sub(r"\{% partial ([\w-]+) %\}", lambda found: partials.get(found[1], ""), text)
        text = included.sub(lambda found: included_text(found[1], found[2]), text)
    return text


def included_text(name: str, part: str | None) -> str:
    """What a template that is included by name says, or one of its partials."""
    text = (ROOT / "templates" / name).read_text()
    return dict(partial.findall(text))[part] if part else text


def posting_forms() -> list[tuple[str, str]]:
    """Where each form that posts begins, and what stands in it."""
    found = []
    for path in TEMPLATES:
        text = path.read_text()
        partials = dict(partial.findall(text))
        for form in re.finditer(r"<form\b(.*?)</form>", text, re.DOTALL):
            inner = written_out(form[1], partials)
            if re.search(r"""method=.?post|hx-post""", inner, re.IGNORECASE):
                place = f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, form.start()) + 1}"
                found.append((place, inner))
    return found


def test_every_form_that_posts_carries_its_keys():
    forms = posting_forms()
    assert len(forms) > 50
    assert [place for place, inner in forms if "{% csrf_token %}" not in inner] == []


def test_a_form_without_a_key_would_be_noticed(tmp_path, monkeypatch):
    (tmp_path / "new.html").write_text('<form\n  method="post" action="/x/">\n<button>Go</button></form>')
    monkeypatch.setattr("tests.test_templates.ROOT", tmp_path)
    monkeypatch.setattr("tests.test_templates.TEMPLATES", [tmp_path / "new.html"])
    assert [(place, "csrf_token" in inner) for place, inner in posting_forms()] == [("new.html:1", False)]


@cache
def words_and_stems() -> tuple[set[str], tuple[str, ...]]:
    """The words that could be the name of a class, and the beginnings of names that templates put together."""
    text = code()
    stems = set(re.findall(r"([a-z]+-)\{[{%]", text)) | {"notice-", "badge-"}
    return set(re.findall(r"[\w-]+", text)) | {"htmx-request"}, tuple(stems)


@pytest.mark.parametrize("path", [path for path in OWN if path.suffix == ".css"], ids=lambda path: path.name)
def test_every_class_of_a_style_is_on_some_page(path: Path):
    rules = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    classes = set(re.findall(r"\.([a-z][\w-]*)", " ".join(re.findall(r"([^{}]+)\{", rules))))
    words, stems = words_and_stems()
    assert classes or path.name == "tokens.css"
    assert [name for name in sorted(classes - words) if not name.startswith(stems)] == []

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.choices import Colour, Kind, Shape, Tier
from personas.content import PersonaFile
from personas.errors import BadPersonaFile
from personas.files import MAX_BYTES, format_file, parse_as
from tests.drawing import examples
from tests.personas.factories import persona_file

line = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=60)
filled = line.filter(str.strip)
lines = st.lists(filled, max_size=4)
body = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\n\t"), max_size=300)
values = st.fixed_dictionaries(
    {
        "key": st.from_regex(r"\A[a-z][a-z0-9-]{0,12}\Z"),
        "kind": st.sampled_from(Kind),
        "name": st.from_regex(r"\A[A-Zäø][a-zé0-9 .'’-]{0,20}\Z"),
        "role": filled,
        "lens": line,
        "short": st.text("BA æ'-:", max_size=30),
        "keywords": lines,
        "tier": st.sampled_from(Tier),
        "model": st.sampled_from(["", "claude-opus-5-5", "null", "1.10", "no"]),
        "colour": st.sampled_from(Colour),
        "shape": st.sampled_from(Shape),
        "order": st.integers(0, 1000),
        "active": st.booleans(),
        "principles": lines,
        "examples": lines,
        "forbidden": st.lists(st.sampled_from(["- x", "/a: b+/", "'quoted'", "# no", "{a}"]), max_size=30),
        "text": body.filter(str.strip) | st.just("One\n---\nTwo\n...\n\n```\n---\n```"),
    }
)


@given(values)
@examples(100)
def test_a_file_reads_back_as_the_persona_that_was_written(given_values):
    persona = PersonaFile.checked(given_values)
    assert parse_as(PersonaFile, format_file(persona).encode(), "any.md") == persona


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: f"---\n{text}\n---\nx".encode()))
@examples(100)
def test_whatever_is_in_a_file_it_is_taken_or_refused_with_its_name(raw):
    told = problems_of(raw)
    assert all(problem.startswith("odd.md: ") for problem in told)


def problems_of(raw):
    try:
        parse_as(PersonaFile, raw, "odd.md")
    except BadPersonaFile as refused:
        return refused.problems
    return []


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_line_ends_and_a_byte_order_mark_do_not_matter(ends):
    raw = "\ufeff" + format_file(persona_file(text="One\n\nTwo")).replace("\n", ends)
    assert parse_as(PersonaFile, raw.encode(), "a.md") == persona_file(text="One\n\nTwo")


NO_HEAD = "has no front matter; begin with a line “---”, the fields, and “---” again."
UNUSABLE = "the front matter is not usable: line"
HEAD = "key: maya\nkind: roundtable\nname: Maya\nrole: analyst\n"
NESTED = "principles: " + "[" * 5000 + "]" * 5000 + "\n"


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"no front matter", NO_HEAD),
        (b"---\nkey: x", NO_HEAD),
        (b"---\n- a\n---\nx", "the front matter is not a list of “field: value” lines."),
        (b"\xff", "byte 1 is not UTF-8; save the file as UTF-8."),
        (b"x" * (MAX_BYTES + 1), "is larger than 64 KiB; shorten it."),
        (f"---\n{HEAD}tier: cheap\n---\nx", "tier: 'cheap': input should be 'strategic' or 'execution'."),
        (f"---\n{HEAD}hobby: x\n---\nx", "hobby: is not a field here; remove it"),
        (f"---\n{HEAD}name: Alex\n---\nx", f"{UNUSABLE} 6: name stands twice."),
        (f"---\n{HEAD}text: a\n---\nx", "text: belongs below the front matter, not in it."),
        (f"---\n{HEAD}---\n", "text: is empty; write something."),
        (f"---\n{HEAD}lens: &a x\nmodel: *a\n---\nx", f"{UNUSABLE} 7: aliases are not allowed."),
        (f"---\n{HEAD}{NESTED}---\nx", f"{UNUSABLE} 6: it is nested too deeply."),
        (f"---\n{HEAD}order: 2000\n---\nx", "order: '2000': input should be less than or equal to 1000."),
        (f"---\n{HEAD.replace('maya', '../x')}---\nx", "key: is not a usable key. Use a lower-case letter"),
        ("---\nkey: maya\nkind: flow\nname: Maya\n---\nx", "role: is missing; add it."),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_with_file_field_and_remedy(raw, said):
    with pytest.raises(BadPersonaFile) as refused:
        parse_as(PersonaFile, raw if isinstance(raw, bytes) else raw.encode(), "bad.md")
    assert refused.value.problems[0].startswith(f"bad.md: {said}")


def test_all_problems_of_a_file_are_told_at_once():
    raw = f"---\n{HEAD}tier: cheap\nhobby: chess\nprinciples: [a, '']\n---\nx"
    with pytest.raises(BadPersonaFile) as refused:
        parse_as(PersonaFile, raw.encode(), "bad.md")
    assert len(refused.value.problems) == 3
    assert "bad.md: principles: line 2: is empty; write something." in refused.value.problems


def test_yaml_types_and_tags_are_only_text():
    raw = f"---\n{HEAD}lens: !!python/object:os.system 2024-01-01\nprinciples: [1.10, yes, null]\n---\nx"
    persona = parse_as(PersonaFile, raw.encode(), "a.md")
    assert (persona.lens, persona.principles) == ("2024-01-01", ("1.10", "yes", "null"))


def test_an_empty_field_leaves_the_digest_alone_and_any_word_changes_it():
    content = persona_file().content()
    assert dataclasses.replace(content, lens="").digest() == content.digest()
    changed = {
        dataclasses.replace(content, **{name: "x"}).digest() for name in ("name", "role", "lens", "text")
    }
    assert len(changed | {content.digest()}) == 5

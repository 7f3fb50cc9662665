"""Which ids of docs/requirements.md a file cites, and which of its tests are named after one.

An id is a word of its own: `FR-008` and `FR-008-03`, the same with NFR, with R27- in front for the steps of an
analysis, `ERR-ELAB-007`, `VR-ELAB-011`, `TC-E01`, `MVT-005`, `P001`, and the short ones `A7`, `B13`, `C40`, `D9`.
"X to Y" cites all between. Short ones count only where people write sentences (docstrings, comments, Markdown,
template comments), so neither a colour nor a test's data is taken for one. In the name of a test the same ids stand
in small letters with underscores: `test_fr_008_03_…`, `test_c22_c23_…`, `test_tc_e03_to_e06_…`.
"""

import re
from pathlib import Path

from tests.syntax import names_of_tests, sentences

LONG = r"(?:R27-)?N?FR-\d{3}(?:-\d{2})?|(?:ERR|VR)-[A-Z]+-\d{3}|TC-E\d{2}|MVT-\d{3}|P\d{3}"
SHORT = r"[ABCD][1-9]\d?"
LONG_IDS = re.compile(rf"(?<![\w%#-])(?:{LONG})(?![\w-])")
ALL_IDS = re.compile(rf"(?<![\w%#-])(?:{LONG}|{SHORT})(?![\w-])")
RANGES = re.compile(rf"(?<![\w%#-])({LONG}|{SHORT}) to ({LONG}|{SHORT})(?![\w-])")
NAMED = re.compile(
    r"(?<=_)((?:r27_)?n?fr_\d{3}(?:_\d{2})?|(?:err|vr)_[a-z]+_\d{3}|tc_e\d{2}|mvt_\d{3}|p\d{3}|[abcd][1-9]\d?)"
    r"(?:_to_e?(\d{2,3})|_e(\d{2}))?(?=_|$)"
)
TEMPLATE_COMMENT = re.compile(r"{#.*?#}|{% comment %}.*?{% endcomment %}", re.DOTALL)


def between(first: str, last: str) -> set[str]:
    """All ids from `first` to `last`, which differ in their last figures only."""
    head, start = re.fullmatch(r"(.*?)(\d+)", first).groups()
    end = re.search(r"\d+$", last)[0]
    return {f"{head}{number:0{len(start)}}" for number in range(int(start), int(end) + 1)}


def in_words(text: str) -> set[str]:
    """The ids in a sentence that people wrote."""
    ranges = [between(*found) for found in RANGES.findall(text)]
    return set(ALL_IDS.findall(text)).union(*ranges)


def in_name(name: str) -> set[str]:
    """The ids in the name of a test."""
    found = set()
    for written, last, second in NAMED.findall(name):
        first = written.upper().replace("_", "-")
        found |= between(first, last) if last else {first}
        found |= {f"TC-E{second}"} if second else set()
    return found


def cited_in(path: Path) -> set[str]:
    """All ids that a file cites. A test's data cites nothing."""
    text = path.read_text()
    if path.suffix == ".md":
        return in_words(text)
    if path.suffix == ".html":
        return set(LONG_IDS.findall(text)).union(*map(in_words, TEMPLATE_COMMENT.findall(text)))
    found = in_words("\n".join(sentences(path))).union(*map(in_name, names_of_tests(path)))
    return found if "tests" in path.parts else found | set(LONG_IDS.findall(text))

"""Scope that is promised and exceeded.

Looks for what stands under non-goals, or is said to be out of scope, and is set out to be done elsewhere in the text.
Needs the verb or all the telling words of the excluded point. Leaves alone what other ways, the past and later work
are said to do, and sentences that deny or limit.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from reviews import offline
from reviews.language.phrases import phrases
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.topics import content_stems, stem_overlap
from reviews.offline.finding import Finding, few_words, finding_about

_WORDS = phrases(offline.__file__, "scopes")
_EXCLUDED_UNDER, _EXCLUDES = _WORDS.whole("excluded_under"), _WORDS.whole("excludes")
_DOES, _LIMITS, _ELSEWHERE = _WORDS.whole("does"), _WORDS.whole("limits"), _WORDS.whole("elsewhere")
_NO_THING = frozenset(_WORDS.words.words("no_thing"))
_CLAUSE = re.compile(r"[;:()–—]|\b(?:but|although|while|because|so that|in order)\b")
_FEWEST, _ENOUGH = 2, 0.99
_LONGEST = 14
"""Words of an excluded point; a longer one says more than one thing."""
_REACH = 40


@dataclass(frozen=True, eq=False)
class _Excluded:
    sentence: Sentence
    things: frozenset[str]


def find(document: Document) -> Iterator[Finding]:
    """The first sentence that sets out to do each excluded point."""
    excluded = list(_excluded(document))
    by_stem: dict[str, list[_Excluded]] = defaultdict(list)
    for one in excluded:
        by_stem[min(one.things)].append(one)
    told: set[int] = set()
    for sentence in document.sentences if excluded else ():
        if not _sets_out(sentence):
            continue
        for clause in _CLAUSE.split(sentence.plain):
            if not _DOES.search(clause) or _LIMITS.search(clause):
                continue
            stems = content_stems(clause)
            near = (one for stem in stems for one in by_stem.get(stem, [])[-_REACH:])
            for one in near:
                done = one.sentence is not sentence and one.sentence.index not in told
                if done and stem_overlap(one.things, stems) >= _ENOUGH and one.things <= stems:
                    told.add(one.sentence.index)
                    yield finding_about(
                        "scope_conflict",
                        sentence,
                        0.75,
                        line=one.sentence.line,
                        other=few_words(one.sentence.text),
                    )


def _excluded(document: Document) -> Iterator[_Excluded]:
    """What is left out of scope, each point with its telling words."""
    for sentence in document.sentences:
        if sentence.kind not in ("paragraph", "list_item") or len(sentence.words) > 2 * _LONGEST:
            continue
        match = _EXCLUDES.search(sentence.plain)
        under = any(_EXCLUDED_UNDER.search(title) for title in sentence.section.path)
        if match:
            said = sentence.plain[: match.start()] or sentence.plain[match.end() :]
        elif under and sentence.kind == "list_item":
            said = re.split(r"[.;:,(]", sentence.plain.strip())[0]
        else:
            continue
        things = content_stems(said) - _NO_THING
        if len(things) >= _FEWEST and len(said.split()) <= _LONGEST:
            yield _Excluded(sentence, things)


def _sets_out(sentence: Sentence) -> bool:
    """Whether a sentence may say what is done: no question, and not under other ways, times or what is left out."""
    if sentence.kind not in ("paragraph", "list_item") or sentence.plain.rstrip().endswith("?"):
        return False
    titles = sentence.section.path
    return not any(_ELSEWHERE.search(title) or _EXCLUDED_UNDER.search(title) for title in titles)

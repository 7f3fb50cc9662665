"""A roundtable by rules: nothing invented, nothing twice, three voices, references only to what was said."""

import re
from dataclasses import replace
from itertools import product

import pytest

from reviews.kinds.roundtable.offline import framing, lenses, picking, saying
from reviews.kinds.roundtable.offline.remark import WORDINGS, Remark
from reviews.kinds.roundtable.offline.table import Table as Facts
from reviews.kinds.roundtable.offline.table import table_of
from reviews.language.matching import flatten_text, is_quoted
from reviews.language.reading.passages import Passage
from reviews.log.values import Ask
from reviews.states import EventKind
from tests.kinds.interview.offline.sessions import CLEAR, SAMPLE, VAGUE
from tests.kinds.roundtable.offline.tables import (
    ALEX,
    CAST,
    JORDAN,
    MAYA,
    SAM,
    points,
    prompt,
    rotation,
    roundtable,
    transcript,
    turns,
)
from tests.kinds.roundtable.table import Table

GERMAN = (
    "# Umzug\n\n" + "Wir ziehen um, weil der Vertrag endet und die Kosten steigen. TODO: Wer prüft das? " * 12
)
LONG = "200 KB"
SAMPLES = {
    "payment": SAMPLE.read_text(),
    "vague": VAGUE,
    "clear": CLEAR,
    "three lines": "# Export\n\nWe will add an export button.\n\nIt must be fast.\n",
    "one word": "Hello.",
    "only a heading": "# Plan\n",
    "german": GERMAN,
    "chinese": "# 支付\n\n" + "我们计划在支付失败后自动重试。" * 20,
    "windows": VAGUE.replace("\n", "\r\n"),
    LONG: (SAMPLE.read_text() * 36)[:200_000],
}
MESSAGES = (
    "What happens if it fails?",
    "",
    "Everyone, what about caching?",
    "It takes 10 seconds today.",
    "",
)
QUICK = [name for name in SAMPLES if name != LONG]
each = [*QUICK, pytest.param(LONG, marks=pytest.mark.slow)]
all_names = pytest.mark.parametrize(
    "names", [QUICK, pytest.param([LONG], marks=pytest.mark.slow)], ids=["short", "long"]
)
every_name = pytest.mark.parametrize("name", each)
TILT = {
    MAYA.key: r"\b(?:users?|why|criteri(?:a|on))\b",
    ALEX.key: r"\b(?:trade-?offs?|risks?|options?)\b",
    JORDAN.key: r"\b(?:interfaces?|contracts?|errors?)\b",
}


class Held(dict[str, Table]):
    """One discussion of each sample that is asked for, with five messages and twenty turns."""

    def __missing__(self, name: str) -> Table:
        self[name] = roundtable(SAMPLES[name], *MESSAGES, max_turns=20)
        return self[name]


@pytest.fixture(scope="module")
def held() -> Held:
    return Held()


@every_name
def test_a_whole_discussion_runs_and_ends_with_a_synthesis_and_a_record(held, name):
    table = held[name]
    assert table.end == ("finished", "user-initiated")
    assert len(points(table, "insights")) >= 1
    assert len(table.of(EventKind.RECORD)) == 1
    assert table.of(EventKind.ERROR, EventKind.ANNOUNCEMENT) == []


@every_name
def test_the_same_notes_and_messages_give_the_same_discussion(name):
    text = SAMPLES[name]
    assert roundtable(text, *MESSAGES).events == roundtable(text, *MESSAGES).events


@every_name
def test_quotes_of_contributions_are_words_of_the_notes_the_step_or_the_talk(held, name):
    table = held[name]
    sources = [
        flatten_text(plain(SAMPLES[name])),
        *(flatten_text(plain(event.text)) for event in table.events),
    ]
    sources += [flatten_text(f"{question} {table.setup.topic}") for question in table.setup.questions]
    for number, event in enumerate(table.events):
        before = [*sources[:1], *sources[1 : number + 1], *sources[-len(table.setup.questions) :]]
        if event.kind == EventKind.CONTRIBUTION:
            assert [q for q in quotes(event.text) if not is_quoted(plain(q), before)] == []


@every_name
def test_no_point_is_made_twice(held, name):
    table = held[name]
    known = the_facts(table)
    for remark in picking.remarks_of(known):
        asked = {said.number for said in known.messages}
        made = [one for one in saying.said_by(remark, known.contributions) if not asked & set(one.refers_to)]
        assert len(made) <= 1, remark


@every_name
def test_contributions_have_at_most_110_words(held, name):
    sizes = [len(text.split()) for text in turns(held[name])]
    assert [size for size in sizes if not 0 < size <= 110] == []


@all_names
def test_each_persona_can_be_told_by_its_words_alone_nfr_002(held, names):
    told = [event for name in names for event in held[name].of(EventKind.CONTRIBUTION)]
    right = [event for event in told if guess(event.text) == event.speaker.key]
    assert len(right) >= 0.9 * len(told)


@all_names
def test_no_paragraph_comes_twice_in_a_discussion(held, names):
    for name in names:
        said = [without_quotes(text) for text in turns(held[name])]
        assert len(said) == len(set(said))


def test_references_name_who_spoke_and_point_at_that_turn_vr_elab_012(held):
    table = held["payment"]
    names = {event.number: event.speaker.name.split()[0] for event in table.events if event.speaker}
    for event in table.of(EventKind.CONTRIBUTION):
        cited = {names[number] for number in event.data["refers_to"]}
        named = {seat.first_name for seat in CAST if re.search(rf"\b{seat.first_name}\b", event.text)}
        assert named - {"User"} <= cited


def test_the_framing_quotes_the_notes_and_asks_one_open_question_fr_004():
    framing = roundtable(SAMPLE).of(EventKind.FRAMING)[0]
    assert framing.data["summary"].count("“") >= 3
    assert framing.data["focus"].startswith("Which of the two holds, “A failed charge")
    assert framing.data["focus"].count("?") == 1
    assert framing.data["ask_first"] == ALEX.key


@pytest.mark.parametrize("lead", CAST, ids=lambda seat: seat.first_name)
def test_the_focus_question_lies_outside_the_lens_of_the_lead(lead):
    table = roundtable(SAMPLE, cast=rotation(lead, *CAST))
    known = the_facts(table)
    about = framing.focus_remark(known)
    assert about is not None
    assert saying.quotes_passage(known.now.focus, about.place)
    assert lenses.owner_of(about, known) != lead.key


def test_first_takes_are_short_and_quote_the_strongest_point():
    takes = roundtable(SAMPLE, first_takes=True).of(EventKind.FIRST_TAKE)
    assert [event.speaker.name for event in takes] == ["Maya Chen", "Alex Rivera", "Jordan Park"]
    assert all(30 <= len(event.text.split()) <= 60 for event in takes)
    assert "“A failed charge is tried again at most 5 times” (under “Proposal”)" in takes[1].text


def test_a_fourth_persona_gets_its_share_by_its_keywords():
    table = roundtable(SAMPLE, "", "", cast=rotation(ALEX, MAYA, JORDAN, SAM), max_turns=20)
    said = turns(table, SAM.key)
    assert said[0].startswith("From a security perspective I stop at “Card networks limit")
    assert "It touches “card”" in said[0]
    assert said[1].startswith("From a security perspective I look for “security”")


def test_a_table_without_the_shipped_personas_still_shares_out_every_point():
    seats = (replace(SAM, key="a", name="Ada One"), replace(SAM, key="b", name="Bo Two", keywords=("email",)))
    table = roundtable(SAMPLE, "", "", cast=seats, max_turns=12)
    assert {event.speaker.key for event in table.of(EventKind.CONTRIBUTION)} == {"a", "b"}


def test_personas_disagree_only_where_the_notes_pull_two_ways_and_once_fr_005():
    table = roundtable(SAMPLE, "", "", "", max_turns=20)
    differing = [e.data["disagreement"] for e in table.of(EventKind.CONTRIBUTION) if e.data["disagreement"]]
    assert len(differing) == 1
    assert differing[0]["other"] == ALEX.key
    assert (differing[0]["mine"]["option"], differing[0]["theirs"]["option"]) == ("5 times", "3 times")
    assert "“Card networks limit how often" in differing[0]["theirs"]["reason"]
    assert table.lines("disagreement")[0].endswith("What matters more for your project: 5 times or 3 times?")


@pytest.mark.parametrize("name", ["vague", "clear", "three lines", "one word", "german"])
def test_notes_without_a_tension_bring_no_disagreement(held, name):
    assert held[name].lines("disagreement") == []


def test_whoever_has_nothing_left_passes_rather_than_repeats_itself():
    table = roundtable("Hello.", "", "", "", max_turns=20, questions=())
    assert table.of(EventKind.CONTRIBUTION) == []
    assert {e.data["what"] for e in table.of(EventKind.FACILITATION)} >= {"passes"}


@pytest.mark.slow
def test_what_an_earlier_roundtable_added_is_not_discussed_again():
    added = (
        "\n#### Elaboration Insights (Step 01-03: Journeys)\n"
        "<!-- Elaboration: step 01-03, 2026-02-20T14:30:00.000Z -->\n- [Maya] There is a risk that we lose the moon.\n"
    )
    assert "moon" not in transcript(roundtable(SAMPLE.read_text() + added, "", ""))


def test_every_lens_has_words_for_every_kind_of_point():
    facts = the_facts(roundtable(SAMPLE, max_turns=4))
    here, there = (Passage(f"It takes {time}.", "Goals", "notes.md") for time in ("3 s", "9 s"))
    seats = (MAYA, ALEX, JORDAN, SAM)
    assert {lenses.lens_family(seat) for seat in seats} == set(lenses.FAMILIES)
    for seat, kind, nth in product(seats, WORDINGS, range(3)):
        point = Remark(kind, here, 1.0, other=there, terms=("3 s", "9 s"), text="How fast?")
        said = saying.paragraph(replace(facts, speaker=seat), point, nth)
        assert said[:1].isupper() or said.startswith("“")
        assert not re.search(r"[{}]", said)


def test_every_kind_of_point_goes_with_a_lens():
    assert {wording.lens for wording in WORDINGS.values()} <= set(lenses.FAMILIES)


def the_facts(table: Table) -> Facts:
    """What the rules know at the end of a discussion."""
    asked = Ask("roundtable.synthesis", table.setup.lead.key, {"basis": len(table.events)})
    return table_of(prompt(asked, table.state))


def quotes(text: str) -> list[str]:
    """What stands in quotation marks and claims to be verbatim; a cut quote without its end."""
    return [found.rstrip(" …") for found in re.findall(r"“([^”]{12,})”", text)]


def plain(text: str) -> str:
    """Markdown as a reader sees it, with the marks that quotes lose."""
    return re.sub(r"[*`_“”\"'’]", "", text)


def without_quotes(text: str) -> str:
    return re.sub(r"“[^”]*”", "", text)


def guess(text: str) -> str:
    """Whose words these are, by the keywords of their personas, quotes left out; "" when two are as likely."""
    words = re.sub(r"From an? [\w ]+ perspective", "", without_quotes(text))
    met = {key: len(re.findall(pattern, words, re.IGNORECASE)) for key, pattern in TILT.items()}
    best = max(met, key=lambda key: met[key])
    return best if list(met.values()).count(met[best]) == 1 else ""

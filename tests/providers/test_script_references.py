"""A script speaks of turns whose numbers it cannot know."""

import json

import pytest

from reviews.accounts.sample import FOLDER
from reviews.errors import BadConfiguration, ProviderError
from reviews.kinds.roundtable.results import ContributionResult, SynthesisResult
from reviews.kinds.roundtable.state import Turn
from reviews.providers.base import Facts
from reviews.providers.script_references import with_numbers
from reviews.providers.scripted import DEMO, ScriptedProvider, ScriptedReply
from tests.providers.conftest import hear, prompt

MAYA, ALEX, JORDAN = "business-analyst", "solutions-architect", "system-designer"


def row(number: int, key: str, kind: str = "contribution") -> Turn:
    return Turn(number, kind, key, "", "", number)


LOG = [
    row(3, MAYA, "framing"),
    row(4, ALEX),
    row(5, JORDAN),
    row(6, "user:1", "user_message"),
    row(8, ALEX),
    row(9, MAYA, "facilitation"),
]


def at_table(speaker: str, purpose: str = "contribution", log=LOG, targets=("notes.md",)):
    results = {"contribution": ContributionResult, "synthesis": SynthesisResult, "first_take": None}
    return prompt(
        purpose=f"roundtable.{purpose}",
        speaker=speaker,
        result=results[purpose],
        facts=Facts(0, log=log, targets=targets),
    )


@pytest.mark.parametrize(
    ("reference", "number"),
    [
        ("framing", 3),
        (f"last:{ALEX}", 8),
        (f"first:{ALEX}", 4),
        (f"2:{ALEX}", 8),
        ("last:user", 6),
        ("last:any", 8),
        (7, 7),
    ],
)
def test_a_reference_becomes_the_number_of_a_turn(reference, number):
    assert with_numbers({"refers_to": [reference]}, LOG) == {"refers_to": [number]}


def test_what_was_not_said_is_neither_referred_to_nor_summed_up():
    told = {"text": "Alex.", "events": [f"1:{ALEX}"]}
    untold = {"text": "Maya.", "events": [f"1:{ALEX}", f"1:{MAYA}"]}
    assert with_numbers({"refers_to": [f"1:{MAYA}"]}, LOG) == {"refers_to": []}
    assert with_numbers({"insights": [told, untold]}, LOG) == {"insights": [{"text": "Alex.", "events": [4]}]}


@pytest.mark.parametrize("reference", ["last", "zeroth:maya", "0:maya", 'last:"', 1.5, None])
def test_a_reference_of_no_known_form_is_refused_by_name(tmp_path, reference):
    path = tmp_path / "script.json"
    line = {"data": {"insights": [{"text": "Yes.", "events": [reference]}]}}
    path.write_text(json.dumps({"roundtable.synthesis": [line]}))
    with pytest.raises(BadConfiguration, match="events is"):
        ScriptedProvider.load(path)


async def test_everybody_goes_through_lines_of_their_own():
    lines = [
        ScriptedReply("One.", speaker=ALEX),
        ScriptedReply("Hm.", speaker=JORDAN),
        ScriptedReply("Two.", speaker=ALEX),
    ]
    provider = ScriptedProvider({"roundtable.contribution": lines})
    said = [(await hear(provider, at_table(who, log=LOG[:4])))[1].text for who in (ALEX, JORDAN, ALEX)]
    assert said == ["Two.", "Hm.", "Two."]
    assert (await hear(provider, at_table(ALEX, log=LOG[:1])))[1].text == "One."


async def test_whoever_has_no_lines_takes_those_of_nobody():
    lines = [ScriptedReply("One.", speaker=ALEX), ScriptedReply("I am new here.")]
    provider = ScriptedProvider({"roundtable.contribution": lines})
    assert (await hear(provider, at_table("security")))[1].text == "I am new here."
    with pytest.raises(ProviderError, match="nothing to say for security"):
        await hear(ScriptedProvider({"roundtable.contribution": lines[:1]}), at_table("security"))


async def test_without_a_log_a_speakers_lines_come_in_order():
    lines = [ScriptedReply(f"{word}.", speaker=who) for word in ("One", "Two") for who in (ALEX, JORDAN)]
    provider = ScriptedProvider({"roundtable.first_take": lines})
    asked = [prompt(purpose="roundtable.first_take", speaker=who) for who in (ALEX, ALEX, JORDAN)]
    assert [(await hear(provider, one))[1].text for one in asked] == ["One.", "Two.", "One."]


async def test_a_file_name_that_looks_like_a_blank_stays_a_file_name():
    lines = [
        ScriptedReply("Yes.", {"insights": [{"text": "{first_line}", "events": [4], "artifact": "{target}"}]})
    ]
    asked = at_table(MAYA, "synthesis", targets=("{first_line}.md",))
    _, done = await hear(ScriptedProvider({"roundtable.synthesis": lines}), asked)
    assert (done.data.insights[0].text, done.data.insights[0].artifact) == ("", "{first_line}.md")


def demo_texts(*purposes: str) -> list[str]:
    script = json.loads(DEMO.read_text(encoding="utf-8"))
    return [line["text"] for purpose in purposes for line in script[f"roundtable.{purpose}"] if line["text"]]


def test_the_recorded_roundtable_quotes_the_sample_word_for_word():
    sample = " ".join((FOLDER / "payment-retry-note.md").read_text(encoding="utf-8").split())
    texts = demo_texts("first_take", "contribution")
    quotes = [part.split("”")[0] for text in texts for part in text.split("“")[1:]]
    assert [quote for quote in quotes if quote not in sample and quote != "unknown"] == []
    assert len(quotes) > 15


def test_the_recorded_contributions_keep_to_the_length_that_is_asked_for():
    assert [text for text in demo_texts("contribution") if not 40 <= len(text.split()) <= 110] == []
    assert [text for text in demo_texts("first_take") if not 40 <= len(text.split()) <= 80] == []


async def test_the_recorded_summary_cites_all_that_was_said():
    turns = [ALEX, JORDAN, ALEX, JORDAN, MAYA, ALEX, MAYA]
    log = [row(number, key) for number, key in enumerate(turns, 4)]
    _, done = await hear(ScriptedProvider.demo(delay=0), at_table(MAYA, "synthesis", log=log))
    points = [*done.data.insights, *done.data.open_questions]
    assert {number for point in points for number in point.events} == set(range(4, 11))
    assert {point.artifact for point in points} == {"notes.md"}
    assert len(done.text) <= 100


async def test_the_recorded_personas_pass_when_they_have_nothing_left():
    log = [row(number, ALEX) for number in range(4, 9)]
    _, done = await hear(ScriptedProvider.demo(delay=0), at_table(ALEX, log=log))
    assert (done.text, done.data.passes) == ("", True)

"""Whatever a source file says, cutting it takes bounded time and memory: in proportion to its length where a parser can
be stopped, and within the limits of a worker where only the operating system can."""

import time

import pytest

from reviews.code.grammars import LANGUAGES
from reviews.code.languages import language_of
from reviews.code.outline import outline
from reviews.code.reading import read_units
from reviews.code.units import place_of, split_units
from reviews.workers.lanes import end_workers
from tests.code.real_code import FILES, checked, read
from tests.security.growth import MOST, growth_of
from tests.security.hostile import GENERIC, Unit

SHARES = 8
"""Each language is fed with one of so many shares of the hostile texts."""
HOSTILE = """
( [ { a( [a]( {a: <a a< a. a, a=b= ! & -> " ' ` r#" f'{ `${ $( ${ $(( #{ %q( @a| /* */ //| #| --| =begin| #if~1| #else|
#define~A~\\| <?php~ ?> \\| def~f(a):| ~def~f():| class~A:| class~A~{| if~a:| if~(a)~ if~a;~then| else~if~ case~a:|
function~f()~{| f()~{| ()~=>~{| func~(a~B)~C()~{| fn~f()~{| impl~A~{| mod~a~{| namespace~a~{| def~f| module~A| do~|a||
begin| end| }| SELECT~( CREATE~TABLE~a~(| a~=>~ template~< x~=~[| é🙂| <<A| <<~A| <!-- '''| >a| \x00
"""
"""Units of code without an end, "~" for a blank and "|" for an end of line."""
UNITS = [*(Unit("", word.replace("~", " ").replace("|", "\n")) for word in HOSTILE.split()), *GENERIC]


@pytest.fixture
def workers(settings):
    settings.ELM_WORKERS = 1
    settings.ELM_RENDER_SECONDS = 2
    yield
    end_workers()


def grown(call, units) -> list[tuple[Unit, float]]:
    return [(unit, ratio) for unit in units if (ratio := growth_of(call, unit)) > MOST]


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_a_worker_cuts_every_text_within_its_limits(workers, language):
    for unit in UNITS[len(language) % SHARES :: SHARES]:
        text = unit.text(20_000)
        started = time.monotonic()
        checked(text, read_units(text, language).units)
        assert time.monotonic() - started < 12  # two seconds of computing, on a busy machine


@pytest.mark.slow
@pytest.mark.parametrize("body", ["[a](", "<", "<<A\n", "\0"])
def test_a_parser_that_reads_a_text_again_and_again_is_stopped(body):
    assert grown(lambda text: split_units(text, "shell"), [Unit("", body)]) == []


@pytest.mark.slow
def test_a_parser_that_tries_ever_more_ways_is_stopped():
    assert grown(lambda text: split_units(text, "c"), [Unit("", "<!--")]) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_real_code_takes_linear_time(path):
    language, unit = language_of(path.name, ""), Unit("", read(path.name))
    assert grown(lambda text: split_units(text, language), [unit]) == []
    assert grown(lambda text: split_units(text, language, "line"), [unit]) == []
    assert grown(lambda text: outline(text, language), [unit]) == []


@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["auto", "block", "line"])
@pytest.mark.parametrize("language", ["markdown", "text"])
def test_notes_take_linear_time(language, strategy):
    share = UNITS[len(strategy) % SHARES :: SHARES]
    assert grown(lambda text: split_units(text, language, strategy), share) == []


@pytest.mark.slow
def test_telling_a_language_and_finding_a_quote_take_linear_time():
    assert grown(lambda text: language_of("a.h", text), UNITS) == []
    assert grown(lambda text: language_of("a", f"#!{text}"), UNITS) == []
    assert grown(lambda text: place_of(text, f"{text[:50]} {text[50:100]}"), UNITS[::SHARES]) == []

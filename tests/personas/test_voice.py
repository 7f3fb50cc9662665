import pytest

from personas.content import PersonaFile, PersonaText
from personas.files import parse_as
from personas.folders import STARTER
from personas.voice import MARKER_MIN_WORDS, check_pattern, voice_warnings


def quotes(text, *forbidden):
    return [warning.quote for warning in voice_warnings(text, forbidden=forbidden)]


def test_a_forbidden_phrase_is_found_in_any_case_and_spacing():
    assert quotes("Well, It's\n complicated.", "it's complicated") == ["It's\n complicated"]


def test_a_phrase_is_not_found_inside_a_word():
    assert quotes("The synergyless plan", "synergy") == []


def test_a_pattern_between_slashes_is_a_regular_expression():
    assert quotes("As an assistant, I", "/as an? (AI|assistant)/") == ["As an assistant"]


def test_a_phrase_with_special_characters_is_taken_literally():
    assert quotes("costs (roughly) nothing", "(roughly)") == ["(roughly)"]


@pytest.mark.parametrize(("words", "kinds"), [(MARKER_MIN_WORDS, ["no_marker"]), (MARKER_MIN_WORDS - 1, [])])
def test_only_a_long_text_needs_a_marker(words, kinds):
    assert [warning.kind for warning in voice_warnings("word " * words, markers=["why"])] == kinds


def test_one_marker_is_enough():
    assert voice_warnings("word " * 80 + "but WHY?", markers=["what if", "why"]) == []


def test_a_pattern_that_takes_too_long_is_left_out_with_a_warning():
    [warning] = voice_warnings("x" * 5000, forbidden=[r"/(x+x+)+(?<=y)z/"])
    assert warning.kind == "too_slow"
    assert "took too long" in warning.sentence


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("/(/", "is not a regular expression"),
        ("/x*/", "matches nothing at all"),
        (r"/(a|aa)+(?<=b)$/", "too slow"),
    ],
)
def test_a_useless_or_slow_pattern_is_refused(pattern, said):
    with pytest.raises(ValueError, match=said):
        check_pattern(pattern)


def test_the_shipped_personas_do_not_say_what_they_forbid():
    for path in (STARTER / "personas").glob("*.md"):
        persona = parse_as(PersonaFile, path.read_bytes(), path.name)
        assert isinstance(persona, PersonaText)
        assert voice_warnings("\n".join(persona.examples), forbidden=persona.forbidden) == []

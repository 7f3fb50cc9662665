import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.blending import COMMITTEE, blend_warnings, voice_evidence
from personas.content import PersonaText
from personas.folders import read_folder
from personas.voice import check_pattern, voice_warnings
from tests.personas.samples import SAID
from tests.personas.tilt import keyword_tilt, tilted_to

VOICES = {file.key: file for file in read_folder() if file.kind == "roundtable"}
SAMPLES = [(key, text) for key, texts in SAID.items() for text in texts]
MAYA, ALEX, JORDAN = SAID


def voice(name="Ida", **fields):
    return PersonaText(name=name, role="x", text="x", **fields)


def test_nfr_002_the_tilt_names_the_speaker_of_at_least_four_samples_in_five():
    assert min(len(texts) for texts in SAID.values()) >= 10
    named = [tilted_to(text, VOICES) == key for key, text in SAMPLES]
    assert sum(named) / len(named) >= 0.8


def test_vr_elab_020_to_022_no_sample_breaks_the_rules_of_its_own_voice():
    told = [
        warning.sentence
        for key, text in SAMPLES
        for warning in voice_warnings(text, markers=VOICES[key].markers, forbidden=VOICES[key].forbidden)
    ]
    assert told == []


def test_vr_elab_023_samples_read_out_by_the_wrong_persona_are_noticed_more_often_than_the_right_ones():
    right = blend_warnings(SAID, VOICES)
    wrong = blend_warnings({MAYA: SAID[JORDAN], ALEX: SAID[MAYA], JORDAN: SAID[ALEX]}, VOICES)
    assert len(right) == 1
    assert len(wrong) >= 18


def test_vr_elab_023_whoever_sounds_like_somebody_else_is_told_whom():
    text = (
        "Given a hold that has expired, when payment arrives, then it is refused and an error is stored. As a "
        "contract this needs a result for the duplicate, and the schema lacks the field."
    )
    [warning] = blend_warnings({MAYA: ["Fine so far.", text]}, VOICES)
    assert (warning.key, warning.index, warning.kind) == (MAYA, 1, "other")
    assert warning.sentence == "Has more of Jordan Park's words than of its own."


@pytest.mark.parametrize(
    "said", ["We should consider it.", "Great point!", "It's important to listen.", "We all agree."]
)
def test_vr_elab_023_what_a_committee_would_sign_gets_a_warning(said):
    [warning] = blend_warnings({ALEX: [said]}, VOICES)
    assert warning.kind == "committee"
    assert warning.quote.lower() in said.lower()


def test_the_openings_that_the_table_asks_for_are_no_committee_phrases():
    openings = (
        "Maya raises a good point. I agree with Alex that it works. Building on Jordan's point about order..."
    )
    assert blend_warnings({ALEX: [openings]}, VOICES) == []


def test_a_short_text_and_a_stranger_are_not_judged():
    assert blend_warnings({MAYA: ["Unspecified error. Contract!"], "nobody": ["schema " * 40]}, VOICES) == []


def test_keywords_count_as_whole_words_and_in_the_plural():
    ida = voice(keywords=("dependency", "edge case", "risk"))
    assert voice_evidence("Dependencies, edge  cases and a frisky cat", ida) == 2
    assert voice_evidence("risk risk risk risk", ida) == 1.5


def test_what_a_persona_forbids_itself_speaks_against_it():
    assert voice_evidence("a risk with a nice font", voice(keywords=("risk",), forbidden=("font",))) == -1


def test_a_text_without_any_sign_leans_to_nobody():
    assert keyword_tilt("Hello there", VOICES) == {MAYA: 0, ALEX: 0, JORDAN: 0}
    assert tilted_to("Hello there", VOICES) == ""


@given(st.lists(st.sampled_from(["risk", "why", "error", "font", "the", "option?"])).map(" ".join))
def test_the_shares_of_a_tilt_add_up_to_one_or_to_nothing(text):
    shares = keyword_tilt(text, VOICES)
    assert min(shares.values()) >= 0
    assert round(sum(shares.values()), 9) in (0, 1)


def test_every_committee_phrase_is_a_usable_pattern():
    for pattern in COMMITTEE:
        check_pattern(pattern)

"""A persona has no name that people would take for the app's, a person's or another persona's."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from personas.loading import load_starter
from personas.models import Persona
from personas.names import find_imitation, look_of
from tests.personas.factories import edit, make_persona


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("System", "ELM itself uses"),
        ("SYSTEM", "ELM itself uses"),
        ("Owner", "ELM itself uses"),
        ("0wner", "ELM itself uses"),
        ("ELM", "ELM itself uses"),
        ("E1m", "ELM itself uses"),
        ("ЕLM", "mixes letters of Cyrillic and Latin"),
        ("Ѕуѕtеm", "mixes letters"),
        ("Οwner", "mixes letters of Greek and Latin"),
        ("ＳＹＳＴＥＭ", "ELM itself uses"),
        ("Мауа Lind", "mixes letters"),
        ("Maya Lind", "looks like “Maya Lind”, the name of another persona"),
        ("Máya  lind", "looks like “Maya Lind”"),
        ("Ana", "looks like “Ana”, the name of a person"),
        ("Аnа", "mixes letters"),
        ("\u202eanA", "characters that nobody sees"),
        ("Zoe\u2066", "characters that nobody sees"),
        ("\u3164", "characters that nobody sees"),
    ],
)
def test_a_name_that_imitates_is_told_from_others(name, said):
    taken = find_imitation(name, ["Kim", "Maya Lind"], "another persona")
    assert said in (taken or find_imitation(name, ["", "Ana"], "a person"))


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("System Kane", "“System” is a word that ELM uses itself"),
        ("MAYA LIND", "looks like “Maya Lind”, the name of another persona"),
        ("Ána", "looks like “Ana”, the name of a person"),
    ],
)
def test_a_persona_with_a_name_that_imitates_is_not_stored(name, said, ana):
    make_persona()
    with pytest.raises(ValidationError, match=said):
        make_persona("second", "interview", name=name)
    assert Persona.objects.count() == 1


def test_a_name_in_letters_that_look_alike_throughout_is_refused(db):
    make_persona("first", "interview", name="Maya")
    with pytest.raises(ValidationError, match="looks like “Maya”"):
        make_persona("second", "interview", name="Мауа")


def test_a3_a_first_name_that_looks_the_same_is_taken_too(db):
    make_persona()
    with pytest.raises(ValidationError, match="already answers to"):
        make_persona("second", name="Мауа")


@pytest.mark.parametrize(
    "name", ["Мария", "Ελένη", "Zoë", "José-María", "陈美 Chen", "Elmar", "Owen", "O’Neill"]
)
def test_a_name_of_its_own_is_fine_in_any_script(name):
    assert find_imitation(name, ["Maya Lind", "Ana", "Jose"], "somebody else") == ""


def test_maria_is_a_name_for_a_persona(ana):
    make_persona()
    assert make_persona("second", name="Мария").current.number == 1


@pytest.mark.slow
def test_the_shipped_elm_is_who_it_is_and_can_be_edited(db):
    load_starter()
    elm = edit(Persona.objects.get(key="elm"), text="Ask less.")
    assert (elm.name, elm.current.number) == ("ELM", 2)


def test_a_persona_that_had_its_name_before_keeps_it(ana):
    persona = make_persona(name="Kim")
    type(ana).objects.update(username="kim")
    assert edit(persona, text="Ask more.").current.number == 2


@pytest.mark.slow
def test_shipped_personas_are_loaded_beside_people_of_their_name(ana):
    type(ana).objects.update(first_name="Maya", last_name="Chen")
    load_starter()
    assert Persona.objects.filter(name="Maya Chen").exists()


@given(st.text(max_size=30))
def test_a_look_is_found_for_any_text_and_is_its_own_look(text):
    look = look_of(text)
    assert look_of(look) == look
    assert not look or find_imitation(text, [text], "somebody else")

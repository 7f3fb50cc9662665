"""Who commits are by."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.errors import ElmError
from reviews.models.team import COMMIT_AUTHOR
from reviews.repositories import authors
from tests import factories


def person(**values):
    return factories.UserFactory.build(**{"username": "ana", **values})


@pytest.mark.parametrize(
    ("form", "made"),
    [
        ("", "Ana Belo <ana@example.org>"),
        (COMMIT_AUTHOR, "Ana Belo <ana@example.org>"),
        ("{name} (ELM) <{username}+elm@example.org>", "Ana Belo (ELM) <ana+elm@example.org>"),
        ("ELM for {username} <elm@example.org>", "ELM for ana <elm@example.org>"),
    ],
)
def test_a_format_is_filled_in_for_the_person_who_commits(form, made):
    ana = person(first_name="Ana", last_name="Belo", email="ana@example.org")
    assert authors.shown(authors.author_of(form, ana)) == made


@pytest.mark.parametrize(
    ("values", "made"),
    [
        ({}, "ana <ana@elm.invalid>"),
        ({"username": "ana@corp"}, "ana@corp <ana.at.corp@elm.invalid>"),
        ({"username": "..."}, "ELM <someone@elm.invalid>"),
        ({"email": "no address"}, "ana <ana@elm.invalid>"),
        ({"first_name": "A <b>\nc", "email": "a <@b> c"}, "A b c <a@bc>"),
    ],
)
def test_whoever_has_no_name_or_address_gets_one_that_git_takes(values, made):
    assert authors.shown(authors.author_of(COMMIT_AUTHOR, person(**values))) == made


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("{name} <{mail}>", "There is no {mail}"),
        ("{name.password} <{email}>", r"There is no {name\.password}"),
        ("{name!r} <{email}>", "There is no {name!r}"),
        ("{} <{email}>", "There is no {}"),
        ("{name <{email}>", "stands alone"),
        ("name} <{email}>", "stands alone"),
        ("{name}", "between < and >"),
        ("", "between < and >"),
        ("<{email}>", "between < and >"),
        (". <{email}>", "between < and >"),
        ("{name} <{email}> x", "between < and >"),
        ("{name} <<{email}>>", "between < and >"),
        ("{name} <{username}>", "one address"),
        ("{name} <{email} {email}>", "one address"),
        ("{name} <{email}@example.org>", "one address"),
        ("{name}\n<{email}>", "on one line"),
        ("{name}\u202e <{email}>", "on one line"),
    ],
)
def test_a_format_that_gives_no_author_is_refused_with_a_sentence(form, words):
    with pytest.raises(ElmError, match=words):
        authors.check(form)


@given(st.lists(st.sampled_from(["{name}", "{email}", "{username}", "<", ">", "@", " ", "x", "{", "}"])))
def test_what_is_taken_always_gives_a_name_and_an_address(parts):
    try:
        form = authors.check("".join(parts))
    except ElmError:
        return
    made = authors.author_of(form, person(username="a@b", email="c@d"))
    assert made.name
    assert made.email.count("@") >= 1
    assert not set("<>\n ") & set(made.email)

"""The admin's pages ask the database the same number of questions however much there is."""

import pytest
from django.urls import reverse

from tests.personas.factories import edit, know_the_kinds, make_persona


@pytest.fixture
def browser(ana, as_user):
    """Ana's, as superuser, with her session and the kinds of rows already known."""
    ana.is_staff = ana.is_superuser = True
    ana.save()
    know_the_kinds()
    return as_user(ana)


@pytest.mark.parametrize("how_many", [1, 30])
def test_the_list_of_personas(browser, ana, how_many, django_assert_num_queries):
    for n in range(how_many):
        make_persona(f"p-{n}", name=f"P{n}", by=ana)
    with django_assert_num_queries(5):
        html = browser.get(reverse("admin:personas_persona_changelist")).content.decode()
    assert html.count('class="action-select"') == how_many


@pytest.mark.parametrize("how_many", [1, 30])
def test_the_versions_of_a_persona(browser, ana, how_many, django_assert_num_queries):
    persona = make_persona(by=ana)
    for n in range(how_many):
        edit(persona, by=ana, text=f"Text {n}")
    with django_assert_num_queries(7):
        browser.get(reverse("admin:personas_persona_history", args=[persona.pk]))


@pytest.mark.parametrize("how_many", [1, 30])
def test_the_list_of_versions(browser, ana, how_many, django_assert_num_queries):
    persona = make_persona(by=ana)
    for n in range(how_many):
        edit(persona, by=ana, text=f"Text {n}")
    with django_assert_num_queries(8):
        browser.get(reverse("admin:personas_personaversion_changelist"))


@pytest.mark.parametrize("how_many", [1, 30])
def test_a_personas_form(browser, ana, how_many, django_assert_num_queries):
    personas = [make_persona(f"p-{n}", name=f"P{n}", by=ana) for n in range(how_many)]
    with django_assert_num_queries(3):
        browser.get(reverse("admin:personas_persona_change", args=[personas[0].pk]))


@pytest.mark.slow
def test_every_page_of_versions_is_reached(browser, ana):
    persona = make_persona(by=ana)
    for n in range(59):
        edit(persona, by=ana, text=f"Text {n}")
    response = browser.get(reverse("admin:personas_persona_history", args=[persona.pk]), {"p": 2})
    assert [version.number for version in response.context["versions"]] == list(range(10, 0, -1))

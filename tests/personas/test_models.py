import hashlib
import json

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from personas.errors import MissingPersona
from personas.models import Persona, PersonaVersion, Step, Version
from tests.personas.factories import edit, make_persona, make_step

pytestmark = pytest.mark.django_db


def test_a_new_persona_has_version_one_with_all_its_words():
    persona = make_persona(principles=["Ask why."], tier="execution", model="claude-x")
    assert persona.current.number == 1
    assert persona.current.content() == persona.content()
    assert persona.current.principles == ["Ask why."]


def test_an_edit_makes_a_version_and_remembers_who_and_why(ana):
    persona = edit(make_persona(), by=ana, note="Sharper", text="Ask who pays.")
    assert (persona.current.number, persona.current.created_by, persona.current.note) == (2, ana, "Sharper")
    assert persona.versions.get(number=1).text == "Ask who needs it."


def test_saving_the_same_words_makes_no_version():
    persona = edit(make_persona(), order=7, is_active=False)
    persona.refresh_from_db()
    assert (persona.current.number, persona.versions.count(), persona.order) == (1, 1, 7)


def test_spaces_and_line_ends_of_a_browser_are_no_change():
    persona = edit(make_persona(text="One\n\nTwo"), text="One\r\n\r\nTwo\r\n", name=" Maya Lind ")
    assert (persona.text, persona.name, persona.versions.count()) == ("One\n\nTwo", "Maya Lind", 1)


def test_two_stale_copies_get_two_numbers_and_neither_text_is_lost(ana, ben):
    make_persona()
    hers, his = Persona.objects.get(key="maya"), Persona.objects.get(key="maya")
    edit(hers, by=ana, text="Hers")
    edit(his, by=ben, text="His")
    assert [(version.number, version.text) for version in his.versions] == [
        (3, "His"),
        (2, "Hers"),
        (1, "Ask who needs it."),
    ]


def test_restoring_makes_a_new_version_with_the_old_words(ana):
    persona = edit(make_persona(), text="Worse")
    restored = persona.restore(persona.versions.get(number=1), by=ana)
    assert (restored.number, restored.text, restored.note) == (3, "Ask who needs it.", "Restored version 1")
    assert restored.created_by == ana


def test_restoring_the_version_of_another_persona_changes_nothing():
    maya, alex = make_persona(), make_persona("alex", name="Alex")
    with pytest.raises(ValueError, match="belongs to another persona"):
        maya.restore(alex.current)
    assert maya.versions.count() == 1


def test_a_version_cannot_be_changed():
    version = make_persona().current
    version.text = "Rewritten"
    with pytest.raises(TypeError, match="frozen"):
        version.save()
    assert PersonaVersion.objects.get(pk=version.pk).text == "Ask who needs it."


def test_no_two_versions_share_a_number():
    persona = make_persona()
    with pytest.raises(IntegrityError), transaction.atomic():
        PersonaVersion.objects.create(kind="persona", key="maya", number=1, words={})
    assert persona.versions.count() == 1


def test_yesterdays_version_keeps_its_prompt_after_an_edit():
    pinned = make_persona().current
    edit(Persona.objects.get(key=pinned.key), text="Something else", name="Mira")
    pinned = PersonaVersion.objects.get(pk=pinned.pk)
    assert pinned.prompt_text() == "You are Maya Lind, a business analyst.\n\nAsk who needs it."


def test_a3_two_active_roundtable_personas_may_not_share_a_first_name():
    make_persona()
    with pytest.raises(ValidationError, match=r"Maya Lind \(maya\) already answers to “maya”"):
        make_persona("maya-2", name="maya Berg")
    assert Persona.objects.count() == 1


@pytest.mark.parametrize(
    "fields",
    [{"is_active": False}, {"kind": "interview"}, {"name": "Mayara"}],
    ids=["off", "elsewhere", "other"],
)
def test_a3_a_first_name_is_free_outside_the_active_roundtable(fields):
    make_persona()
    assert make_persona("second", **({"name": "Maya Berg"} | fields)).current.number == 1


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("name", "Maya:", "May hold only letters, digits, spaces, dots, hyphens and apostrophes."),
        ("name", "two\nlines", "Has to be a single line."),
        ("text", "a\x00b", "Character 2 is U+0000, which is not text; remove it."),
        ("model", "two words", "Is not a model id: no spaces are allowed in it."),
        ("principles", ["fine", "x" * 301], "Line 2: is too long: 300 characters at most."),
        ("forbidden", ["/(/"], "Line 1: /(/ is not a regular expression: missing )."),
        ("principles", "not a list", "Has to be a list of lines."),
        ("principles", ["x"] * 31, "Is too long: 30 lines at most."),
    ],
)
def test_bad_words_are_refused_by_field_and_not_saved(field, value, said):
    persona = make_persona()
    with pytest.raises(ValidationError) as refused:
        edit(persona, **{field: value})
    assert list(refused.value.message_dict) == [field]
    assert refused.value.message_dict[field] == [said]
    assert Persona.objects.get().content() == PersonaVersion.objects.get().content()


def test_get_current_gives_the_version_that_a_session_pins():
    persona = edit(make_persona("elm", "interview", name="ELM"), text="New")
    assert Persona.objects.get_current("elm") == persona.current


@pytest.mark.parametrize("active", [False, None], ids=["inactive", "absent"])
def test_get_current_says_what_to_do_when_there_is_none(active):
    if active is False:
        make_persona("elm", "interview", name="ELM", is_active=False)
    with pytest.raises(MissingPersona, match=r"no active persona “elm”.*load_starter"):
        Persona.objects.get_current("elm")


def test_active_and_of_kind_narrow_the_personas():
    elm = make_persona("elm", "interview", name="ELM")
    make_persona("off", "interview", name="Off", is_active=False)
    make_persona("maya")
    assert list(Persona.objects.active().of_kind("interview")) == [elm]


def test_the_prompt_holds_everything_a_model_needs_in_order():
    persona = make_persona(
        lens="Who needs it?", principles=["Ask why."], examples=["Hm."], forbidden=["synergy", "/x+y/"]
    )
    assert persona.prompt_text() == (
        "You are Maya Lind, a business analyst.\n\n"
        "You look at everything through this lens: Who needs it?\n\n"
        "## Principles\n\n1. Ask why.\n\n"
        "Ask who needs it.\n\n"
        "## How you sound\n\n- Hm.\n\n"
        "## Words that you never use unless you quote\n\n- synergy\n- xy"
    )


def test_a_field_that_came_later_leaves_the_digests_of_older_versions_alone():
    persona = make_persona()
    old = {"name": "Maya Lind", "role": "a business analyst", "tier": "strategic", "colour": "slate"}
    old |= {"shape": "circle", "text": "Ask who needs it."}
    digest = hashlib.sha256(json.dumps(old, sort_keys=True).encode()).hexdigest()
    assert (persona.digest, persona.current.digest) == (digest, digest)


def test_a_version_of_a_persona_reads_the_same_from_whichever_table_it_is_reached():
    persona = make_persona(keywords=["user"])
    for found in (
        Persona.objects.select_related("current").get().current,
        Persona.objects.get().current,
        Version.objects.get(),
        Version.objects.defer("words").get(),
    ):
        assert isinstance(found, PersonaVersion)
        assert (found.name, found.keywords, found.shape) == ("Maya Lind", ["user"], "circle")
    assert persona.current == Version.objects.get()


def test_a_version_from_before_a_field_was_there_has_its_default():
    old = {"name": "Maya", "role": "a business analyst", "text": "Ask.", "gone": "by now"}
    version = PersonaVersion.objects.create(kind="persona", key="maya", number=1, words=old)
    assert (version.short, version.keywords, version.tier) == ("", [], "strategic")
    assert version.prompt_text() == "You are Maya, a business analyst.\n\nAsk."


def test_every_edit_of_a_step_and_of_a_phase_is_a_version(ana):
    step = make_step("01-03")
    step.title = "Ours"
    step.publish(by=ana, note="Sharper")
    step.publish(by=ana, note="Nothing new")
    assert [(v.number, v.content().title, v.note) for v in step.versions] == [
        (2, "Ours", "Sharper"),
        (1, "Journeys", ""),
    ]
    assert (step.current.created_by, step.current.content()) == (ana, step.content())
    assert [v.content() for v in step.phase.versions] == [step.phase.content()]


def test_a_step_takes_its_old_words_again_with_its_persona():
    maya = make_persona()
    step = make_step("01-03", persona=maya, outputs=[{"file": "a.md", "sections": ["B"]}])
    step.persona, step.outputs = None, [{"file": "c.md", "sections": []}]
    step.publish()
    restored = step.restore(step.versions.get(number=1))
    step.refresh_from_db()
    assert (restored.number, step.persona, step.outputs) == (3, maya, [{"file": "a.md", "sections": ["B"]}])
    with pytest.raises(ValueError, match="belongs to another step"):
        step.restore(maya.current)


def test_a_step_that_is_made_again_goes_on_with_its_numbers():
    make_step("01-03").delete()
    assert make_step("01-03").current.number == 1
    Step.objects.get().delete()
    assert make_step("01-03", title="Other").current.number == 2

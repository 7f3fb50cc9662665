"""Who does what by when: what a document leaves to somebody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.reading.actions import Action, find_anonymous, names_owner, read_actions
from reviews.language.reading.document import read_document
from reviews.language.reading.outline import outline_of


def actions(text: str) -> tuple[Action, ...]:
    return read_actions(outline_of(read_document(text)))


def said(text: str) -> list[tuple[str, bool, bool]]:
    return [(action.form, action.named, action.dated) for action in actions(text)]


@pytest.mark.parametrize(
    ("item", "named", "dated"),
    [
        ("Repair the lift", False, False),
        ("Repair the lift (Ana)", True, False),
        ("Ana: repair the lift", True, False),
        ("Ana and Ben to repair the lift by Friday", True, True),
        ("Repair the lift, @ana, before 3 May 2031", True, True),
        ("Repair the lift every month", False, True),
        ("Paint the lift in May", False, True),
        ("Paint the lift (this may be dear)", False, False),
        ("Monitoring: count the lift's stops", False, False),
        ("The caretaker will repair the lift", True, False),
        ("**Repair the lift**: Otherwise people with prams stay outside.", False, False),
    ],
)
def test_an_action_item_is_named_and_dated_by_its_own_words(item, named, dated):
    assert said(f"# Flood\n\n## Action items\n\n- {item}\n") == [("item", named, dated)]


@pytest.mark.parametrize(
    "item",
    ["[x] Repair the lift", "Repaired the lift", "~~Repair the lift~~", "Repair the lift?", "Done: lift"],
)
def test_what_is_done_or_asked_is_no_action(item):
    assert said(f"# Flood\n\n## Action items\n\n- {item}\n") == []


def test_a_task_whose_note_says_done_is_left_out():
    assert said("## Follow-ups\n\n- Repair the lift\n  - done last week\n- Paint the door\n") == [
        ("item", False, False)
    ]


def test_an_owner_over_a_list_owns_all_of_it():
    assert said("# Flood\n\n## Next steps\n\nOwner: Ana\n\n- Repair the lift\n- Paint it\n") == [
        ("item", True, False),
        ("item", True, False),
    ]


def test_an_owner_inside_one_item_owns_that_one():
    found = said("## Next steps\n\n- Repair the lift (Ana)\n- Paint it\n")
    assert [named for _, named, _ in found] == [True, False]


def test_a_group_of_tasks_gives_its_tasks():
    found = actions("## Action items\n\n- Alarms:\n  - Add one for the lift\n  - Add one for the door\n")
    assert [action.sentence.text for action in found] == ["Add one for the lift", "Add one for the door"]


def test_a_plan_is_one_action_at_its_first_step():
    plan = "# Library\n\n## Implementation plan\n\n- Build the shelves\n- Move the books\n- Open the doors\n"
    assert [(a.form, a.count, a.sentence.line) for a in actions(plan)] == [("plan", 3, 5)]


def test_an_empty_cell_of_a_table_of_work_is_an_action_without_it():
    table = "| Task | Owner | Due |\n|---|---|---|\n| Shelves | Ana | |\n| Doors | [unassigned] | 3 May |\n"
    table += "| Books | Ben | 4 May |\n"
    assert [(a.form, a.column, a.named, a.dated) for a in actions(table)] == [
        ("row", "Due", True, False),
        ("row", "Owner", False, True),
    ]


def test_a_table_of_tasks_without_a_column_for_people_is_one_action():
    table = "| Task | Cost |\n|---|---|\n| Build shelves | 3 |\n| Paint doors | 4 |\n"
    assert [(a.form, a.count) for a in actions(table)] == [("table", 2)]


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("We will look into cheaper shelves.", "promise"),
        ("Somebody should call the painter.", "promise"),
        ("The old shelves need to be removed.", "duty"),
        ("Readers will be contacted one after the other.", "duty"),
        ("A list of new books is posted to the door beforehand.", "duty"),
        ("Further painting is also under way.", "progress"),
        ("- Let the readers of both branches know", "call"),
        ("- call for volunteers", "call"),
        ("- will revisit the shelves", "call"),
    ],
)
def test_promises_duties_and_calls_are_actions(text, form):
    assert said(text) == [(form, False, False) if form != "progress" else (form, True, False)]


@pytest.mark.parametrize(
    "text",
    [
        "The door will open by itself.",
        "We will store the key in a drawer.",
        "The index is being a list.",
        "Will we look into cheaper shelves?",
        "How we will look into it is written below.",
        "The list may need to be removed.",
        "## Motivation\n\nThis problem needs to be addressed.",
    ],
)
def test_machines_designs_questions_and_reasons_are_none(text):
    assert said(text) == []


def test_minutes_know_who_was_there():
    minutes = (
        "## Present\n\n* Ana Silva\n* Ben Okoro\n\n## Lift\n\n* ana will own this\n* the lift will own this\n"
    )
    assert said(minutes) == [("assigned", True, False)]


def test_a_speaker_who_says_will_takes_it():
    assert said("- JL: will take this.\n- JL: we need to find a painter") == [
        ("call", True, False),
        ("promise", False, False),
    ]


def test_somebody_meant_but_not_named_is_found():
    text = "Ask for the key from the designated person. Ask the relevant teams of the town hall."
    assert [who for _, who in find_anonymous(read_document(text))] == ["the designated person"]


@pytest.mark.parametrize(
    ("text", "owned"),
    [
        ("Owner: Ana\n", True),
        ("Rita Sandoval, head of network, leads the work.", True),
        ("Owner: tbd\n", False),
        ("The council leads the town.", False),
    ],
)
def test_a_document_may_name_who_answers_for_all_of_it(text, owned):
    assert names_owner(outline_of(read_document(text))) is owned


@given(st.text(alphabet="aA :-|#\n*@()[x]will be done Owner Task", max_size=120))
def test_any_text_can_be_asked(text):
    for action in actions(text):
        assert action.sentence.text in text

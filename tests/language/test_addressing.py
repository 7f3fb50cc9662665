"""Whom a message at the table speaks to (FR-003, VR-ELAB-005, MVT-003)."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language.addressing import Addressed, find_addressed, relevant_keys


@dataclass(frozen=True)
class Chair:
    key: str
    name: str
    role: str = ""
    keywords: tuple[str, ...] = ()

    @property
    def first_name(self):
        return self.name.split()[0]


MAYA = Chair("Maya", "Maya Chen", "Business Analyst", ("user", "why", "criteria"))
ALEX = Chair("Alex", "Alex Rivera", "Solutions Architect", ("tradeoff", "risk", "option", "blast radius"))
JORDAN = Chair("Jordan", "Jordan Park", "System Designer", ("interface", "contract", "error", "class"))
CAST = (MAYA, ALEX, JORDAN)
EVERYBODY = ("Maya", "Alex", "Jordan")

CALLED = [
    ("Alex, how does this affect scalability?", "Alex"),
    ("alex: x", "Alex"),
    ("Alex what about scale", "Alex"),
    ("What do you think, Alex?", "Alex"),
    ("@Alex what", "Alex"),
    ("ask @jordan, and @Maya about it", "Jordan Maya"),
    ("Alex and Jordan, what do you think?", "Alex Jordan"),
    ("Jordan, Alex: go", "Jordan Alex"),
    ("Maya, Alex said this is slow", "Maya"),
    ("Alex is this feasible?", "Alex"),
    ("Alex can you explain?", "Alex"),
    ("Alex, what does everyone think?", "Alex"),
    ("Hey Alex what do you think", "Alex"),
    ("That's wrong, Jordan.", "Jordan"),
    ("Alex Rivera, go", "Alex"),
    ("Question for Alex: is it ok", "Alex"),
    ("Maya, Alex, what now?", "Maya Alex"),
    ("Any thoughts Alex and Jordan?", "Alex Jordan"),
    ("**Alex**, what now?", "Alex"),
    ("Alex", "Alex"),
    ("Jordan could you sketch the interface", "Jordan"),
    ("maya why would a user want that?", "Maya"),
    ("Thanks, Maya! And what about refunds?", "Maya"),
    ("Alex: which option is cheaper?", "Alex"),
    ("@maya and @alex please compare notes", "Maya Alex"),
    ("@Jordan?", "Jordan"),
    ("jordan, alex, who owns the retry?", "Jordan Alex"),
    ("To Jordan: what is returned on timeout?", "Jordan"),
    ("Alex, Jordan's contract says otherwise", "Alex"),
    ("Does that work for you, Jordan", "Jordan"),
    ("Jordan do you agree?", "Jordan"),
    ("Alex - what is the risk?", "Alex"),
    ("Is it a risk? Alex?", "Alex"),
    ("Maya!", "Maya"),
    ("hi maya, hi alex", "Maya Alex"),
    ("Sorry Alex, I meant the other one", "Alex"),
    ("Maya please continue", "Maya"),
    ("(Alex, feel free to skip this) what is the user's goal?", "Alex"),
    ("MAYA, WHO IS THE USER", "Maya"),
    ("Maya mentioned refunds. Alex, is that costly?", "Alex"),
    ("Alex has anyone measured that?", "Alex"),
    ("Jordan's right, but Maya, who pays for it?", "Maya"),
    ("Maya, Jordan: your views?", "Maya Jordan"),
    ("Alex I don't follow", "Alex"),
    ("So Jordan, what about timeouts", "Jordan"),
    ("the user Maya, 34, is a nurse", "Maya"),
]

TO_ALL = [
    "What do you all think about caching?",
    "hello team",
    "team, any objections?",
    "Could everyone give one risk?",
    "All of you: which is the worst failure?",
    "The team lead approves it",
    "hey team",
    "I wonder what everyone thinks",
]

TO_NOBODY = [
    "Jordan's point is good",
    "Jordan mentioned that we need it",
    "Jordan also mentioned it",
    "Maya, Alex and Jordan disagree",
    "Alexander, what now",
    "I agree with the architect",
    "Rivera, what do you think",
    "mail me at ben@alex.com",
    "Alex is right",
    "Alex could be right",
    "Alex Rivera said so",
    "What does Alex think of it?",
    "What is the conflict between Alex and Jordan?",
    "`Alex, x`",
    '"Alex, x" he said',
    "I like Alex's second option",
    "As Jordan pointed out, the error is swallowed",
    "what does the system designer say?",
    "Alex and Maya want different things",
    "Maya wanted the simple flow, I think",
    "Alexandra, our customer, said no",
    "I'd ask Alex about that",
    "Jordan seems unsure",
    "we heard from Maya, Alex and Jordan already",
    "I disagree.",
    "Alex's right",
    "jordanian users exist too",
    "Between Maya and Alex, who is right?",
    "What would Jordan do?",
    "Maya's persona needs a name",
    "Maya is the expert here.",
    "Is Alex's option cheaper?",
    "Jordan raised timeouts",
    "Alex and I think it is fine",
    "@Alex's option is better",
]


@pytest.mark.parametrize(("text", "names"), CALLED)
def test_fr_003_02_vr_elab_005_a_persona_that_is_called_answers_first(text, names):
    assert find_addressed(text, CAST) == Addressed("direct", tuple(names.split()))


@pytest.mark.parametrize("text", TO_ALL)
def test_fr_003_03_c12_group_words_call_all_in_rotation(text):
    assert find_addressed(text, CAST) == Addressed("group", EVERYBODY)


@pytest.mark.parametrize("text", TO_NOBODY)
def test_err_elab_012_c10_talk_about_somebody_is_answered_by_the_lead(text):
    assert find_addressed(text, CAST) == Addressed("default", ("Maya",))


def test_mvt_003_the_examples_of_the_manual_test():
    assert find_addressed("Alex, how does this affect scalability?", CAST).keys[0] == "Alex"
    assert find_addressed("What do you all think about caching?", CAST).keys == EVERYBODY


@pytest.mark.parametrize(
    "text", ["Chen, why?", "Rivera: why?", "Park?", "BA, why?", "Architect, why?", "Business Analyst, why?"]
)
def test_fr_003_02_surnames_and_role_names_never_call(text):
    assert find_addressed(text, CAST).mode == "default"


def test_c11_several_names_answer_in_order_of_mention():
    assert find_addressed("Jordan, and then Maya, what is missing?", CAST).keys == ("Jordan", "Maya")


def test_c13_a_name_beats_a_group_word():
    assert find_addressed("Alex, what does everyone think?", CAST) == Addressed("direct", ("Alex",))


def test_c8_the_rotation_is_the_order_of_the_cast():
    turned = (ALEX, JORDAN, MAYA)
    assert find_addressed("Hello, everyone!", turned).keys == ("Alex", "Jordan", "Maya")
    assert find_addressed("I disagree.", turned).keys == ("Alex",)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Zoë Ardent", "zoë, why?"),
        ("Zoë Ardent", "Zoe\u0308, why?"),
        ("D'Arcy Bell", "D’Arcy, why?"),
        ("Ana-María López", "Ana-María: why?"),
        ("Çağla Demir", "Why, çağla?"),
        ("李 雷", "李，为什么?"),
        ("Ælfred", "@ælfred why"),
    ],
)
def test_vr_elab_005_names_may_have_any_letters(name, text):
    assert find_addressed(text, (MAYA, Chair("other", name))).keys == ("other",)


@pytest.mark.parametrize(
    "text",
    ["Alexander, why?", "Mayan, or not?", "@Alexa why?", "Alex-driven design?", "x@alex.org?", "Alexé, why"],
)
def test_vr_elab_005_a_name_inside_a_longer_word_does_not_call(text):
    assert find_addressed(text, CAST).mode == "default"


def test_two_personas_of_one_name_are_both_called():
    assert find_addressed("Alex, why?", (MAYA, ALEX, Chair("two", "Alex Stone"))).keys == ("Alex", "two")


def test_an_empty_table_has_nobody_to_answer():
    assert find_addressed("Alex, why?", ()) == Addressed("default", ())


@pytest.mark.parametrize("text", ["```\nAlex, why?\n```", "> Alex, why?", "He wrote “Alex, why?” there."])
def test_code_and_quotations_do_not_call(text):
    assert find_addressed(text, CAST).mode == "default"


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("The risk of this option is an error.", ("Alex", "Jordan")),
        ("Errors, errors, contracts and one risk", ("Jordan", "Alex")),
        ("Which blast radius do the classes have?", ("Alex", "Jordan")),
        ("Optional riskiness", ()),
        ("User after user", ()),
        ("", ()),
    ],
)
def test_fr_003_02_others_follow_when_their_keywords_are_used_most_hits_first(text, keys):
    assert relevant_keys(text, CAST, "Maya") == keys


TALK = st.lists(
    st.sampled_from(
        [
            "Alex",
            "Maya",
            "Jordan",
            "Dana",
            ",",
            ":",
            "?",
            "'s",
            " said ",
            " and ",
            "@",
            " team ",
            "\n",
            "`",
            " ",
        ]
    )
    | st.text(max_size=5),
    max_size=25,
).map("".join)


@given(TALK)
def test_any_text_has_an_address_among_the_cast(text):
    found = find_addressed(text, CAST)
    assert found.keys
    assert set(found.keys) <= set(EVERYBODY)
    assert len(set(found.keys)) == len(found.keys)
    assert set(relevant_keys(text, CAST, "Maya")) <= {"Alex", "Jordan"}


@given(TALK)
def test_vr_elab_005_a_name_that_is_not_in_the_cast_never_calls(text):
    strangers = (Chair("x", "Quirinius Q"), Chair("y", "Wilhelmina W"))
    assert find_addressed(text, strangers).mode != "direct"


@given(st.sampled_from([text for text, _ in CALLED] + TO_ALL + TO_NOBODY))
def test_vr_elab_005_capitals_do_not_matter(text):
    assert (
        find_addressed(text.upper(), CAST) == find_addressed(text, CAST) == find_addressed(text.lower(), CAST)
    )


@given(TALK)
def test_an_at_sign_always_calls(text):
    assert "Jordan" in find_addressed(f"@Jordan, {text.replace('`', '').replace(chr(34), '')}", CAST).keys

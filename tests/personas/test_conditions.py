import pytest
from hypothesis import given
from hypothesis import strategies as st

from personas.conditions import check_condition, condition_holds

SMALL = {"scope": "small", "file_count": 3, "depth": "brief", "complexity": "low"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", False),
        ("scope === 'small'", True),
        ('scope == "large"', False),
        ("scope !== 'large' && file_count < 5", True),
        ("scope === 'large' || depth === 'brief'", True),
        ("!(scope === 'small')", False),
        ("file_count >= 3 && !(complexity === 'high')", True),
    ],
)
def test_a_condition_holds_as_it_reads(text, expected):
    check_condition(text)
    assert condition_holds(text, SMALL) is expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("scope = 'small'", "is not a condition"),
        ("mood === 'good'", "asks for “mood”; only scope, complexity, depth, file_count are known"),
        ("scope === 'tiny'", "it is one of small, medium, large, unknown"),
        ("file_count < 'five'", "it is a number"),
        ("scope > 'small'", "only === and !== make sense"),
        ("scope", "which is no comparison"),
        ("1 < file_count < 5", "which is no comparison"),
        ("scope is 'small'", "only === and !== make sense"),
        ("file_count in 5", "in an unknown way"),
        ("__import__('os').system('x') === 1", "is not a condition"),
        ("(", "is not a condition"),
        ("scope" + "()" * 140, "which is no comparison"),
        ("!" * 290 + "scope", "which is no comparison"),
        ("scope" + "()" * 4000, "has 8005 characters; 300 fit"),
    ],
)
def test_err_step_009_an_unusable_condition_is_refused_and_never_holds(text, said):
    with pytest.raises(ValueError, match=said.replace("(", r"\(")):
        check_condition(text)
    assert condition_holds(text, SMALL) is False


def test_a_condition_on_something_unknown_does_not_hold():
    assert condition_holds("file_count < 5", {"depth": "brief"}) is False


@given(st.text(st.sampled_from("scope depth'small\"()!&|=<>0159.\\#é\n "), max_size=60))
def test_err_step_009_whatever_is_written_it_is_taken_or_refused_with_a_sentence(text):
    assert condition_holds(text, SMALL) in (True, False)

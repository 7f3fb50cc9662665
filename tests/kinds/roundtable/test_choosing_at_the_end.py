"""Who says something in the message that ends the discussion has said it."""

import pytest

from tests.kinds.roundtable.test_choices import points, seated


@pytest.mark.parametrize(
    "said",
    ["I choose one queue, let's wrap up.", "Let's wrap up; one queue it is.", "I choose one queue. Done."],
)
@pytest.mark.parametrize("max_turns", [3, 12])
def test_who_chooses_and_ends_it_in_one_message_has_chosen(said, max_turns):
    table = seated(max_turns=max_turns)
    table.after(said)
    assert table.end[0] == "finished"
    assert [point["attribution"] for point in points(table, "decisions")] == ["User/Alex"]
    assert points(table, "open_questions") == []


def test_words_that_only_end_it_are_no_part_of_what_was_said():
    for said in (["Thanks everyone, let's wrap up."], ["done"], ["Let's end it here", "yes"]):
        table = seated(max_turns=12)
        for words in said:
            table.after(words)
        assert table.end[0] == "finished"
        assert [turn.text for turn in table.state.late_turns if turn.text != "Let's end it here"] == []

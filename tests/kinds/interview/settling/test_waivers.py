"""Who may waive a topic, and which kinds of text owe less."""

import pytest

from reviews.kinds.interview.settling.owed import topics_not_owed
from reviews.kinds.interview.settling.waivers import waives_topic
from reviews.kinds.notes import Note


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("risks", "Skip the risks, please."),
        ("risks", "Die Risiken sind hier nicht relevant."),
        ("risks", "Lasst die Risiken weg."),
        ("tradeoffs", "Skip the risks and the alternatives."),
        ("evidence", "Skip the risks, the alternatives and the evidence."),
        ("tradeoffs", "Skip the risks, the alternatives, and please the evidence."),
        ("inaction", "Leave out what happens if nothing is done, the council knows that."),
        ("affected", "It does not matter who is affected."),
        ("evidence", "No need to go into evidence in these notes."),
    ],
)
def test_ana_waives_a_topic_as_a_whole(topic, said):
    assert waives_topic(topic, said)


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("evidence", "Evidence is not needed for the colour of the button."),
        ("affected", "It does not matter who is affected by the weather."),
        ("risks", "Risks are not relevant for the second page only."),
        ("risks", "Risks are not relevant here, except for Norway."),
        ("risks", "The risks do not matter to him, he says; they do to me."),
        ("risks", "Are the risks not relevant here?"),
        ("risks", "If the risks do not matter, tell me."),
        ("risks", "I would never say that the risks do not matter."),
        ("risks", "Skip the alternatives."),
        ("evidence", "Skip the risks, the evidence is in the annex."),
        ("evidence", "Skip the risks, but not the evidence."),
    ],
)
def test_a_remark_on_something_else_waives_nothing(topic, said):
    assert not waives_topic(topic, said)


@pytest.mark.parametrize(
    "text",
    [
        "# Meeting minutes\n\nWe propose a new search for EUR 1 million. We ask the board to approve it by May.\n",
        "# Minutes of 3 May\n\n- Present: Ana, Ben\n- We will buy a new search for EUR 1 million.\n",
        "# Runbook\n\nWe propose to spend EUR 1 million on a new search.\n",
        "# Runbook\n\nThe search of the shop is slow and nobody likes it.\n",
        "# Post-mortem of the outage\n\nWe want to buy a new data centre for EUR 3 million.\n",
        "# Reference architecture proposal\n\nWe ask for EUR 1 million.\n",
        "# Annual report 2026\n\nWe propose to hire 40 people.\n",
    ],
)
def test_a_title_alone_exempts_nothing_and_who_proposes_owes_all(text):
    assert topics_not_owed([Note("a1", "notes.md", text)]) == {}


@pytest.mark.parametrize(
    "text",
    [
        "# Meeting minutes\n\nPresent: Ana, Ben\n\nAna reported on the search. The board agreed that Ben tests it.\n",
        "# Runbook\n\n1. Stop the service.\n2. Restart the index.\n\nIf it is slow, call Ben.\n",
        "# Post-mortem of the outage\n\nThe search was down for 40 minutes. Ben restarted the index.\n",
    ],
)
def test_a_text_whose_body_is_of_its_kind_owes_less(text):
    assert topics_not_owed([Note("a1", "notes.md", text)])

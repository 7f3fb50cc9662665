"""What ends an interview, what is asked back and what is an answer, on messages that were labelled before the rules."""

import time
import tomllib
from pathlib import Path

import pytest

from reviews.language.wrap_intent import answer_to_ask_back, is_bare_end, says_only_end, wants_wrap_up

EXAMPLES = tomllib.loads((Path(__file__).parent / "examples/wrap_intent.toml").read_text(encoding="utf-8"))


def read(text: str) -> str:
    """What the message is where a person answers."""
    if wants_wrap_up(text, answering=True):
        return "wrap"
    return "bare" if is_bare_end(text) else "answer"


@pytest.mark.parametrize("meant", ["wrap", "bare", "answer"])
def test_a_message_is_read_as_it_is_meant(meant):
    texts = EXAMPLES[meant]
    assert len(texts) > 10
    assert {text: read(text) for text in texts} == dict.fromkeys(texts, meant)


@pytest.mark.parametrize("meant", ["end", "answer", "neither", "none"])
def test_a_reply_is_read_as_it_is_meant(meant):
    texts = EXAMPLES["replies"][meant]
    assert {text: answer_to_ask_back(text) for text in texts} == dict.fromkeys(texts, meant)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("done", True),
        ("Let's stop here.", True),
        ("Stop!", True),
        ("Stop?", False),
        ("That's all from my side.", False),
        ("Let's wrap up.", True),
        ("We're not done", False),
        ("Give me your verdict.", True),
        ("no more questions", True),
        ("No more questions?", False),
        ("What is your verdict on Redis?", False),
        ("Give me your verdict. No, wait, one more thing.", False),
        ("!!! verdict ???", False),
    ],
)
def test_whoever_does_not_answer_ends_it_with_done_too(text, ends):
    assert wants_wrap_up(text, answering=False) is ends


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("Thanks everyone. Let's wrap up.", True),
        ("OK, let's wrap up, I have to run", True),
        ("done", True),
        ("Anna owns it, let's wrap up", False),
        ("The owner is Anna Berg. Let's wrap up.", False),
        ("No more questions, please. Thanks.", True),
        ("Give me your verdict.", True),
        ("Anna Berg owns it. Give me your verdict.", False),
    ],
)
def test_what_is_said_beside_the_end_is_told_from_politeness(text, only):
    assert says_only_end(text) is only


@pytest.mark.parametrize(
    "text",
    [
        *("ok " * 100_000, "done " * 20_000, "a," * 100_000, "let's wrap " * 20_000, "." * 10**6),
        *(
            "ask please " * 50_000,
            "verdict. " * 50_000,
            "no more questions. thanks. " * 20_000,
            "please,verdict," * 50_000,
        ),
    ],
)
@pytest.mark.slow
def test_a_hostile_message_takes_no_more_than_moments(text):
    start = time.process_time()
    for rule in (is_bare_end, says_only_end, answer_to_ask_back):
        rule(text)
    wants_wrap_up(text, answering=True)
    assert time.process_time() - start < 5

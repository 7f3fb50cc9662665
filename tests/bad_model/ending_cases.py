"""Interviews with a model that decorates the marker, stops midway, says too much, refuses or says nothing."""

from reviews.language.reply_notes import EMPTY_NOTE
from tests.bad_model.case import EMPTY, REFUSED, Case, envelope, fenced, raw
from tests.bad_model.good import ANSWER, ANSWERED, ASKED, EDIT, QUESTION, SATISFIED
from tests.bad_model.held import Held
from tests.providers.messages_server import say

READY = ("finished", "ready")
AGAIN = "was cut off before its end, so it is asked for once more, in fewer words."
CUT = "This answer was cut off before its end, and what arrived is shown."
DECLINED = "I am sorry, but I cannot assist with that request."
HALF = "Who is affected? And what happ"
LONG = "Shoppers wait and see nothing. " * 968
MARKERS = {
    "in bold": "**[SATISFIED]**",
    "in code": "`[SATISFIED]`",
    "with a full stop": "[SATISFIED].",
    "in bold with a full stop": "**[SATISFIED].**",
    "in quotes": "“[SATISFIED]”",
    "in a list": "- [SATISFIED]",
}
MENTIONS = {
    "in a sentence": "I am not [SATISFIED] with it.",
    "in a fence": "```\n[SATISFIED]\n```",
    "in a quotation": "> [SATISFIED]",
}


def the_second_request_says_why(held: Held) -> None:
    first, second = held.asked_for("question")[:2]
    assert "Your last reply was cut off" not in first
    assert "Your last reply was cut off" in second


def the_long_answer_is_whole_and_shortened_for_later_calls(held: Held) -> None:
    [answer] = held.of("answer")
    assert answer.text == LONG.strip()
    missing = f"{len(answer.text) - 6000:,}"
    words = f"… [shortened here: {missing} characters; the whole text is event {answer.number}] …"
    later = held.asked_for("improve")[0], held.asked_for("question")[1]
    assert all(words in request for request in later)
    assert all(request.count("Shoppers wait") < 250 for request in later)


CASES = (
    *(
        Case(
            f"the marker {how} ends the interview",
            "interview",
            {"question": (say(f"That is clear now.\n\n{marker}\n", SATISFIED),)},
            ends=READY,
            sees=("is satisfied",),
            sees_not=("[SATISFIED]",),
            stored={"question": {"marker": True, "text": "That is clear now.\n\n[SATISFIED]"}},
        )
        for how, marker in MARKERS.items()
    ),
    *(
        Case(
            f"the marker {how} ends nothing",
            "interview",
            {
                "question": (
                    say(f"{mention}\n\nWho is affected?", {**SATISFIED, **ASKED, "stance": "satisfied"}),
                )
            },
            ends=READY,
            stored={"question": {"marker": False, "text": f"{mention}\n\nWho is affected?"}},
            check=lambda held: held.of("answer")[0],
        )
        for how, mention in MENTIONS.items()
    ),
    Case(
        "a question that was cut off is asked for once more, in fewer words",
        "interview",
        {"question": (raw(f'{{"message": "{HALF}', stop_reason="max_tokens"),)},
        ends=READY,
        sees=(f"The answer of ELM {AGAIN}",),
        sees_not=(CUT,),
        stored={"question": {"text": QUESTION, "cut": False}, "announcement": {"reply": HALF, "what": "cut"}},
        check=the_second_request_says_why,
    ),
    Case(
        "a question that is cut off again is kept and marked",
        "interview",
        {"question": (raw(f'{{"message": "{HALF}', stop_reason="max_tokens"),) * 2},
        ends=READY,
        sees=(CUT, "[cut off here]"),
        stored={"question": {"text": f"{HALF}\n\n[cut off here]", "cut": True}},
    ),
    Case(
        "JSON that ends in the middle without a reason counts as cut off",
        "interview",
        {"question": (raw(f'```json\n{{"message": "{HALF}'),)},
        ends=READY,
        sees=(f"The answer of ELM {AGAIN}",),
        stored={"question": {"text": QUESTION, "cut": False}},
    ),
    Case(
        "prose that was cut off counts as cut off",
        "interview",
        {"answer": (raw("The notes say that", stop_reason="max_tokens"),)},
        ends=READY,
        sees=(f"The answer of Claude {AGAIN}",),
        stored={"answer": {"text": ANSWER, "cut": False}},
    ),
    Case(
        "an answer that is cut off twice is kept and marked",
        "interview",
        {"answer": (raw("The notes say that", stop_reason="max_tokens"),) * 2},
        ends=READY,
        sees=(CUT,),
        stored={"answer": {"text": "The notes say that\n\n[cut off here]", "cut": True}},
    ),
    Case(
        "a marker in an answer that was cut off does not end the interview at once",
        "interview",
        {"question": (raw('{"message": "Clear.\\n\\n[SATISFIED]\\n\\nThe ve', stop_reason="max_tokens"),)},
        ends=READY,
        stored={"question": {"text": QUESTION, "marker": False}},
    ),
    Case(
        "an improvement that was cut off is asked for once more",
        "interview",
        {
            "improve": (
                raw('{"message": "I put in', stop_reason="max_tokens"),
                say("Done.", {"edits": [EDIT]}),
            )
        },
        ends=READY,
        sees=(f"The answer of Claude {AGAIN}", "made 1 improvement"),
    ),
    Case(
        "the settling of topics that is cut off is asked for once more, and then kept and marked",
        "interview",
        {
            "question": (say("That is clear now.\n\n[SATISFIED]", {**SATISFIED, "topics": []}),),
            "settle": (raw('{"message": "I wai', stop_reason="max_tokens"),) * 2,
        },
        ends=("finished", "not_ready"),
        sees=(f"The answer of ELM {AGAIN}", CUT),
        stored={"gate": {"cut": True}},
    ),
    Case(
        "a record that was cut off keeps what stands before that, and its end is said to be missing",
        "interview",
        {
            "improve": (raw(f"{envelope('Done.', {'edits': [EDIT, EDIT]})[:-20]}", stop_reason="max_tokens"),)
            * 2
        },
        ends=READY,
        sees=(
            "1 field of the answer could not be read: the end of the record, which broke off.",
            "made 1 improvement",
        ),
    ),
    Case(
        "a record that was cut off before it began costs no words and is said to be missing",
        "interview",
        {"improve": (raw('{"message": "Done.", "record": {"ed', stop_reason="max_tokens"),) * 2},
        ends=READY,
        sees=("1 field of the answer could not be read: the record beside the words.",),
    ),
    Case(
        "an answer of 30,000 characters is stored whole and shortened for later calls",
        "interview",
        {"answer": (say(LONG, ANSWERED),)},
        ends=READY,
        check=the_long_answer_is_whole_and_shortened_for_later_calls,
    ),
    Case(
        "a refusal says what happened and what to do",
        "interview",
        {"question": (REFUSED,) * 3},
        ends=("waiting", ""),
        sees=(
            "Claude declined to answer. Change the text or the persona, or choose the offline reviewer.",
            "What was said until then I cannot help with that.",
        ),
    ),
    *(
        Case(
            f"{what} that only declines in words is a refusal too",
            "interview",
            {purpose: (raw(answer),)},
            ends=("waiting", ""),
            sees=(
                "Claude declined to answer. Change the text or the persona, or choose the offline reviewer.",
                f"What was said until then {DECLINED}",
            ),
        )
        for what, purpose, answer in (
            ("a question", "question", DECLINED),
            ("an answer", "answer", DECLINED),
            (
                "an answer with an empty record",
                "answer",
                envelope(DECLINED, {"citations": [], "unknowns": []}),
            ),
        )
    ),
    Case(
        "a question whose message declines counts when its record asks",
        "interview",
        {"question": (say(DECLINED, ASKED),)},
        ends=READY,
        sees_not=("Claude declined to answer",),
    ),
    Case(
        "an answer of dots or of what nobody sees is empty",
        "interview",
        {"answer": (raw("..."), raw("\u200b"))},
        ends=READY,
        sees=("Claude said nothing, so it is asked once more.",),
        stored={"answer": {"text": ANSWER}},
    ),
    Case(
        "an empty question is asked for once more and then goes on",
        "interview",
        {"question": (EMPTY, EMPTY)},
        ends=READY,
        sees=("ELM said nothing, so it is asked once more.", "Who is affected?"),
    ),
    Case(
        "an empty answer, twice, ends the session with what to do",
        "interview",
        {"answer": (EMPTY,) * 4},
        ends=("failed", "error"),
        sees=(
            "Claude said nothing twice. Press Resume to ask again, or choose another model in the persona.",
        ),
    ),
    Case(
        "an empty improvement is asked for once more and then made",
        "interview",
        {"improve": (EMPTY,)},
        ends=READY,
        sees=("Claude said nothing, so it is asked once more.", "Claude made 1 improvement"),
        sees_not=(EMPTY_NOTE,),
    ),
    Case(
        "an improvement that is empty twice changes nothing and says so",
        "interview",
        {"improve": (EMPTY,) * 4},
        ends=READY,
        sees=("Claude said nothing, so it is asked once more.", EMPTY_NOTE),
        sees_not=("found nothing to improve",),
        stored={"revision": {"edits": [], "empty": True}},
    ),
    Case(
        "an empty settling is asked for once more",
        "interview",
        {
            "question": (say("That is clear now.\n\n[SATISFIED]", {**SATISFIED, "topics": []}),),
            "settle": (EMPTY,),
        },
        ends=("finished", "ready_with_caveats"),
        sees=("ELM said nothing, so it is asked once more.",),
        sees_not=(EMPTY_NOTE,),
    ),
    Case(
        "a settling that is empty twice settles nothing and says so",
        "interview",
        {
            "question": (say("That is clear now.\n\n[SATISFIED]", {**SATISFIED, "topics": []}),),
            "settle": (EMPTY,) * 4,
        },
        ends=("finished", "not_ready"),
        sees=(EMPTY_NOTE,),
        stored={"gate": {"topics": [], "empty": True}},
    ),
    Case(
        "an empty fence is nothing",
        "interview",
        {"question": (raw(fenced("")), EMPTY)},
        ends=READY,
        sees=("so it is asked once more.",),
    ),
)

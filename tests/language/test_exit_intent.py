"""What ends a discussion, what is asked back, and what is only talk (FR-006, VR-ELAB-004, C14)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviews.language import exit_intent as module
from reviews.language.exit_intent import LONGEST_STOP, answer_to_clarify, exit_intent
from reviews.language.wordlists import read_words

ENDS = [
    "done",
    "DONE!",
    "exit",
    "back",
    "wrap up",
    "Done, thanks",
    "ok done!",
    "we're done here",
    "let's wrap this up",
    "I think we can wrap up",
    "that's all, exit please",
    "Let's wrap up our discussion of error handling",
    '"done"',
    "`exit`",
    "thanks Maya, done",
    "done, thanks Maya!",
    "Great discussion, I like option A. Let's wrap up.",
    "I have nothing to add so let's wrap up",
    "I don't have anything else so let's wrap up",
    "take me back to the menu",
    "I'd say we're done",
    "I guess we're done here",
    "no, done",
    "Let's wrap up and get the summary",
    "done with this topic",
    "let's exit",
    "Let us wrap up now, please.",
    "I want to exit the discussion",
    "exit the roundtable",
    "back to the menu please",
    "done - thanks everyone",
    "ok I think that's everything from me, done",
    "Let's call it done",
    "Nope, nothing more. Wrap it up please.",
    "I'm all done here, thank you all",
    "Good session. I'm done.",
    "let's wrap things up for today",
    "I'd like to exit now",
    "I have to leave, please wrap up",
    "Yes, we are done",
    "ok we're good, exit",
    "Let's wrap up the roundtable",
    "DONE DONE DONE",
    "I feel like we're done here",
    "Time to wrap up",
    "Sounds good. Let's wrap up and move on to the next step",
    "let us exit elaboration mode",
    "Alright folks, I think we're done here. Thanks!",
    "Nothing else from me, so done",
    "Great. Exit.",
    "Maya, please wrap up the discussion",
    "ok thanks, that's all I needed, let's wrap up here",
]

UNCLEAR = [
    "done I guess, but what about errors?",
    "I am done with the retry part",
    "Can we wrap up?",
    "Are we done?",
    "Should we wrap up the retry part first?",
    "We're done, right?",
    "Let's wrap up. What about errors?",
    "One more question about retries, then let's wrap up",
    "If nobody objects, let's wrap up",
    "todo, doing, done",
    "let's go back",
    "Alex thinks we're done",
    "stop",
    "end the discussion",
    "let's call it a day",
    "to wrap up, I want option A",
    "I'm done talking about caching",
    "it's done",
    "done?",
    "Can you take us back to the menu?",
    "let's just wrap up the bit about sorting and carry on",
    "How do I exit this discussion?",
    "Maya, are we done?",
    "wrap up with a list of risks please",
    "I'm done. Before that, what about logging?",
    "Is there anything left or can we wrap up?",
    "Done with questions about caching, but Jordan should still explain errors",
    "Let's end it here",
    "I want to be done with retries soon",
    "Wrap up whenever you are ready",
]

TALK = [
    "That's all we know about costs.",
    "Nothing more to pay for the buyer",
    "No more questions about cards",
    "I'm not done yet",
    "Let's go back to discussing the API",
    "When the task is done, what happens?",
    "the migration is done by Ben",
    "once that is done we deploy",
    "exit code 1 means failure",
    "What does the exit code mean?",
    "the back-end does that",
    "go back to the error question",
    'Type "done" to finish',
    "I don't think we're done",
    "Let's not wrap up yet",
    "don't exit",
    "The user presses back and loses the form",
    "How does the user exit the wizard?",
    "we are done when all tests pass",
    "The definition of done is missing",
    "well done",
    "I have done that",
    "we've done the analysis",
    "What needs to be done?",
    "Status: done",
    "I'm back",
    "nearly done, one question",
    "No exit",
    "back again",
    "We roll back when it fails",
    "We need an exit strategy",
    "We should be done by Friday",
    "Is the import done?",
    "Before we wrap up, what about logs?",
    "ok, back to Alex's point",
    "once we're done here we should tell Ben",
    "I want to go back to what Maya said about the form",
    "We can't exit before the payment is confirmed",
    "what happens if a user hits back during upload",
    "not quite done, Alex please say more on risk",
    "the exit survey should be optional",
    "fine, let's wrap",
    "When we are done with this step we should tell Cleo",
    "Exit codes are documented in appendix B",
    "Jordan, back to you",
    "We're not done until the error cases are covered",
    "The wizard has next, back and exit buttons",
    "the job is done at midnight and the report is sent at six",
    "That's it from my side. Thanks!",
    "Let's get back on track",
    "I would rather not wrap up yet",
    "It should be possible to undo what was done",
    "We should exit the loop after three retries",
    "Not yet, I'd like Jordan's view first",
    "What would it take to be done by March?",
    "hold on, we're not done",
    "I clicked back and everything was lost",
    "Let me get back to you on that",
]

LONG = (
    "I looked at the whole flow again with two people from the support desk, and they told me that what hurts most "
    "is the moment in which the import is done but nothing on the page says so; they then press back, lose the form "
    "and call us, and so we pay for one missing sentence every single day. "
)


@pytest.mark.parametrize("text", ENDS)
def test_fr_006_01_vr_elab_004_a_message_that_means_to_end_ends(text):
    assert exit_intent(text) == "exit"


@pytest.mark.parametrize("text", UNCLEAR)
def test_c14_where_both_readings_are_open_the_writer_is_asked(text):
    assert exit_intent(text) == "ask"


@pytest.mark.parametrize("text", TALK)
def test_err_elab_011_a_keyword_that_is_only_mentioned_does_not_end(text):
    assert exit_intent(text) == "none"


def test_c14_the_mandatory_examples():
    assert exit_intent("I'm not done yet") == "none"
    assert exit_intent("Let's wrap up our discussion of error handling") == "exit"
    assert exit_intent("Let's go back to discussing the API") == "none"
    assert exit_intent("When the task is done, what happens?") == "none"


@pytest.mark.parametrize("keyword", ["done", "exit", "wrap up", "back"])
@pytest.mark.parametrize(
    "form", ["{}", "{}.", " {} ", "{}!!", "**{}**", '"{}"', "Ok, {} please", "{}, thanks Maya", "\n{}\n"]
)
def test_fr_006_01_the_four_keywords_with_politeness_around_them(keyword, form):
    assert exit_intent(form.format(keyword)) == "exit"
    assert exit_intent(form.format(keyword).upper()) == "exit"


def test_err_elab_011_a_keyword_in_a_long_message_is_incidental():
    assert exit_intent(LONG) == "none"
    assert exit_intent(f"{LONG}I am done with the retry part.") == "none"
    assert exit_intent(f"{LONG}Let's wrap up.") == "exit"


@pytest.mark.parametrize(
    "text", ["> done", "```\nexit\n```", "The button says “exit”.", "Run `exit` first", ""]
)
def test_err_elab_011_code_and_quotations_do_not_end(text):
    assert exit_intent(text) == "none"


@pytest.mark.parametrize("curly", ["I’m not done yet", "Let’s not wrap up", "We don’t exit here"])
def test_c14_curly_apostrophes_deny_too(curly):
    assert exit_intent(curly) == "none"


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "Yes, please.",
        "end",
        "End it",
        "stop",
        "please do",
        "done",
        "Yes, end the discussion",
        "no, end it",
        "ok",
        "yes, let's wrap up",
        "wrap it up",
        "I did",
        "Yep!",
        "exit please",
        "finish here",
    ],
)
def test_c14_the_clarifying_question_answered_with_end(text):
    assert answer_to_clarify(text) == "end"


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "No, continue",
        "continue",
        "keep going",
        "go on",
        "Yes, continue",
        "I'm not done yet",
        "Not yet",
        "nope",
        "continue exploring this",
        "don't end it yet",
        "sure, go on",
        "Let's keep going",
        "carry on please",
        "I didn't",
    ],
)
def test_c14_the_clarifying_question_answered_with_continue(text):
    assert answer_to_clarify(text) == "continue"


@pytest.mark.parametrize(
    "text",
    [
        "what about errors?",
        "No, but what about errors?",
        "Alex, is it safe?",
        "",
        "end or continue?",
        "yes and no",
        "Let's continue with the retries",
        "stop the import when it fails",
        "the end of the month",
        '"yes"',
    ],
)
def test_c14_anything_else_is_an_ordinary_message(text):
    assert answer_to_clarify(text) == "none"


WORDS = st.lists(
    st.sampled_from(
        [
            "done",
            "exit",
            "wrap",
            "up",
            "back",
            "let's",
            "we're",
            "i'm",
            "not",
            "when",
            "if",
            "the",
            ",",
            ".",
            "?",
            "!",
            "but",
            "thanks",
            "ok",
            "task",
            "is",
            "to",
            "menu",
            "then",
            "yes",
            "no",
            "end",
        ]
    )
    | st.text(max_size=4),
    max_size=25,
).map(" ".join)


@given(WORDS)
def test_any_text_gets_one_of_the_three_answers(text):
    assert exit_intent(text) in ("exit", "ask", "none")
    assert answer_to_clarify(text) in ("end", "continue", "none")


@given(st.sampled_from(ENDS + UNCLEAR + TALK))
def test_vr_elab_004_capitals_and_outer_blanks_do_not_matter(text):
    assert exit_intent(text.upper()) == exit_intent(f"\n {text} \n") == exit_intent(text)


@given(st.text(st.characters(exclude_characters="dDeEwWbB")))
def test_fr_006_01_a_text_without_a_keyword_never_ends(text):
    assert exit_intent(text) != "exit"


@given(st.sampled_from([text for text in ENDS if not set(text) & set('"`')]))
def test_c14_a_question_after_it_is_asked_back(text):
    assert exit_intent(f"{text.rstrip(' .!')}. But what about errors?") == "ask"


def test_every_way_to_say_a_keyword_has_what_messages_are_first_looked_through_for():
    listed = read_words(module.__file__, "exit_intent")
    for entry in (*listed.words("keyword"), *listed.words("command")):
        assert module._NAMES_END.search(entry), entry
    for entry in listed.words("stops"):
        # In brackets with a stroke: any of several words, and each of those that count is looked for.
        choices = re.findall(r"\((stop[^()]*)\)", entry)
        assert all(map(module._NAMES_STOP.search, choices[0].split("|") if choices else [entry])), entry


@given(
    st.lists(
        st.sampled_from(ENDS + UNCLEAR + ["please", "let's", "`", '"', "stop", "enough", "the", "ﬁnish"])
    ).map(" ".join)
)
def test_no_wish_to_end_is_missed_because_a_message_is_not_read_on(text):
    said = exit_intent(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_NAMES_END", re.compile(""))
        patch.setattr(module, "_NAMES_STOP", re.compile(""))
        assert exit_intent(text) == said


@pytest.mark.parametrize("text", ["Stop.", "Let’s quit here", "that's enough"])
def test_cleo_is_asked_back_when_she_stops_in_other_words_and_says_nothing_else(text):
    assert exit_intent(text) == exit_intent(f"{text} " + "please " * 3) == "ask"
    assert exit_intent(text + " please" * LONGEST_STOP) == "none"

"""What a point is called at a roundtable, and what is left of it in the notes: an insight, and the question that stays
open.

Fields as in `voices`; {short} is the quote in a few words.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """obs: what is wrong, a clause. need: what would settle it. label: a name for the point. clause: what one agrees
    with when one agrees with it. insight: a paragraph for the notes, worth reading in three months without the
    discussion. ask, why: the open question that the point leaves, and why it is open."""

    obs: str
    need: str
    label: str
    clause: str
    insight: str
    ask: str = ""
    why: str = ""


WORDINGS: dict[str, Wording] = {
    "conflict": Wording(
        "it contradicts “{other}” ({there})",
        "one of the two sentences, with the reason why it's the right one",
        "the two statements “{short}” and “{short_other}”",
        "“{short}” and “{short_other}” can't both stand",
        "“{quote}” ({at}) contradicts “{other}” ({there}). One of the two has to go before anything is estimated"
        " or built on it.",
        "Which of the two holds, “{quote}” ({at}) or “{other}” ({there})?",
        "both stand in the notes and nothing tells which was meant",
    ),
    "risk": Wording(
        "it names a risk, and nothing is said against it",
        "a countermeasure, or a name for whoever accepts it",
        "the risk without an answer, “{short}”",
        "“{short}” can't stay without a countermeasure",
        "A risk has no answer yet: “{quote}” ({at}). It needs a countermeasure with somebody who watches for it,"
        " or the name of the person who accepts it.",
    ),
    "decision": Wording(
        "it decides something and gives no reason",
        "the reason, and the option that was turned down for it",
        "the bare decision, “{short}”",
        "“{short}” needs its reason beside it",
        "“{quote}” ({at}) stands without its reason and without the options that were weighed. Until both are"
        " written down the decision can be reopened by anybody.",
    ),
    "untestable": Wording(
        "no test could show that it's met",
        "a value that a test can compare",
        "the sentence without a test, “{short}”",
        "“{short}” can't be tested as it stands",
        "“{quote}” ({at}) can't be tested. It needs a starting state, an event and a result with a value.",
    ),
    "todo": Wording(
        "it's still open in the notes themselves",
        "an answer, or somebody who owes it by a date",
        "the gap at “{short}”",
        "“{short}” can't stay open",
        "The notes are unfinished where they say “{quote}” ({at}); what depends on it can't be relied on yet.",
        "How is this to be filled: “{quote}” ({at})?",
        "the notes leave it open",
    ),
    "terms": Wording(
        "it uses {terms} without a definition",
        "one definition at the first use",
        "{terms} without a definition",
        "{terms} can't stay undefined",
        "{Terms} {are} used and never explained, first in “{quote}” ({at}). One definition at the first use avoids"
        " that two readers fill the gap differently.",
    ),
    "jargon": Wording(
        "it uses {terms} without a word of explanation",
        "everyday words at the first use",
        "the unexplained {terms}",
        "{terms} can't stay unexplained",
        "{Terms} {are} never explained for readers outside the team, first in “{quote}” ({at}).",
    ),
    "source": Wording(
        "it names no source",
        "the source, or the sentence taken out",
        "the claim without a source, “{short}”",
        "“{short}” needs a source",
        "“{quote}” ({at}) carries part of the argument and names no source. It needs one, or the case has to stand"
        " without it.",
    ),
    "vague": Wording(
        "it promises something without a figure",
        "today's value and the one that's hoped for",
        "the promise without a figure, “{short}”",
        "“{short}” can't be accepted or refused without a figure",
        "“{quote}” ({at}) is a promise without a figure. With today's value and a target it becomes a criterion"
        " that users can hold it to.",
    ),
    "load": Wording(
        "it gives no figure",
        "one measurement, with its conditions",
        "the missing figure behind “{short}”",
        "“{short}” can't be weighed without a figure",
        "“{quote}” ({at}) gives no figure: how much, under which load and measured by whom is open, so that no"
        " option can be compared against it.",
    ),
    "dangling": Wording(
        "it points to something that isn't there",
        "the missing part, or its content in this place",
        "the reference that leads nowhere, “{short}”",
        "“{short}” leads nowhere",
        "“{quote}” ({at}) refers to something that isn't in the notes; whatever was settled there is not settled"
        " for a reader.",
    ),
    "passive": Wording(
        "it doesn't say who acts",
        "a subject for the sentence",
        "the missing actor in “{short}”",
        "“{short}” needs an actor",
        "“{quote}” ({at}) doesn't say which part or which person does it.",
    ),
    "hedge": Wording(
        "it says two things at once",
        "the condition, or one of the two halves",
        "the two readings of “{short}”",
        "“{short}” can be read in two ways",
        "“{quote}” ({at}) leaves two behaviours open. Either the condition is written down or one of them goes.",
    ),
    "error_path": Wording(
        "only the good case is described",
        "the error, who receives it, and what is left behind",
        "the missing error path at “{short}”",
        "“{short}” needs an error path",
        "“{quote}” ({at}) describes the good case only. What happens when the step fails or gets no answer isn't"
        " in that section: which error, who receives it, what is left behind.",
    ),
    "contract": Wording(
        "it sets a rule, and not what happens when the rule is broken",
        "the error for a broken rule, and who notices it",
        "the rule “{short}”",
        "“{short}” is a rule without its error",
        "“{quote}” ({at}) is a rule that can be tested. What is missing beside it is who notices when it's broken,"
        " and which error follows.",
    ),
    "exclusion": Wording(
        "it leaves out something that people use",
        "what those users get instead, and when",
        "leaving out {what}",
        "leaving out {what} needs a reason that users would accept",
        "The notes leave {what} out and say themselves that “{pro}”: “{quote}” ({at}). What those users get"
        " instead isn't said.",
    ),
    "why": Wording(
        "the notes don't say why this is worth doing",
        "one sentence on what gets better, and for whom",
        "the missing reason why this is done",
        "the notes need a sentence on why this is worth doing",
        "The notes don't say why this is worth doing. They start from “{quote}” ({at}), and nothing says what gets"
        " better, and for whom.",
        "Why is this worth doing, and for whom?",
        "the notes start from the solution",
    ),
    "impact": Wording(
        "the notes name nobody who's affected",
        "the group that's affected, and its size",
        "the question of who is affected",
        "the notes have to say who is affected",
        "The notes name no group of people who are affected, and no number; “{quote}” ({at}) is as near as they"
        " come.",
        "Who is affected by this, and how many are they?",
        "the notes name no group and no number",
    ),
    "metric": Wording(
        "the notes set no measure of success",
        "one figure: today's value, the target, and the day of looking",
        "the missing measure of success",
        "a measure of success has to come in",
        "Nothing in the notes says how success is measured; “{quote}” ({at}) sets out to change something and"
        " gives no figure for it.",
        "Which figure shows that this worked: what is it today, and what should it be?",
        "the notes set no measure of success",
    ),
    "problem": Wording(
        "the trouble of today isn't described",
        "the trouble in one sentence, without the solution",
        "the trouble that isn't described",
        "the trouble has to be described before its answer",
        "The notes give an answer, “{quote}” ({at}), and never describe the trouble that it answers.",
        "Which trouble of today is gone once this is done?",
        "the notes describe the answer only",
    ),
    "how": Wording(
        "no section says how it works",
        "the sequence: what starts it, what goes in, what comes out",
        "the missing description of how it works",
        "the notes have to say how it works",
        "The notes state a purpose, “{quote}” ({at}), and no section describes the behaviour: what starts it, what"
        " goes in, what comes out.",
        "How does it work, from the event that starts it to what comes out?",
        "no section describes it",
    ),
    "inaction": Wording(
        "the notes don't say what waiting would mean",
        "what a year of waiting would cost, and whom",
        "the price of doing nothing",
        "the price of waiting has to be known",
        "The notes argue for acting, “{quote}” ({at}), and never say what happens if nothing is done.",
        "What happens over the next year if nothing is done?",
        "the notes argue for acting only",
    ),
    "owner": Wording(
        "nobody is named who answers for it",
        "one name",
        "the missing name of whoever answers for this",
        "somebody has to answer for this by name",
        "Nobody is named in the notes as answering for this; “{quote}” ({at}) speaks of the work and not of a"
        " person.",
        "Who answers for this, by name?",
        "no person is named in the notes",
    ),
    "date": Wording(
        "no date is given",
        "a day, or what the day depends on",
        "the missing date",
        "a date is needed to trade scope against time",
        "The notes give no date, so that scope can't be weighed against time; “{quote}” ({at}) could mean next"
        " month or next year.",
        "By when should this be done, and what is the first visible step?",
        "the notes give no date",
    ),
    "alternatives": Wording(
        "the notes show one way only",
        "the ways that lost, with a line each on why",
        "the options that aren't on paper",
        "the options that lost have to be on paper",
        "The notes speak of one way only, “{quote}” ({at}). Which others were weighed and why they lost isn't"
        " written down.",
        "Which other ways were weighed, and why did they lose?",
        "the notes show one way only",
    ),
    "risks": Wording(
        "the notes name no risk",
        "three risks, each with its likelihood and an answer",
        "the risks that nobody has named",
        "the risks have to be named",
        "The notes name no risk, although “{quote}” ({at}) changes something that works today.",
        "What could go wrong, how bad would it be, and what would be done then?",
        "the notes name no risk",
    ),
    "people": Wording(
        "it's the most concrete thing said about anybody affected",
        "the path of one such person, from the trouble to its end",
        "the people in “{short}”",
        "“{short}” is where the criteria should start",
        "The most concrete account of anybody affected is “{quote}” ({at}); acceptance criteria can be written"
        " along that person's path.",
    ),
    "matters": Wording(
        "it's the reason for the whole work",
        "criteria that are held against it",
        "the reason “{short}”",
        "“{short}” is the reason to measure against",
        "The reason that the notes give is “{quote}” ({at}); criteria can be held against it.",
    ),
    "choice": Wording(
        "it's the closest that the notes come to a tradeoff",
        "the option that avoids it, and what that one would cost",
        "the tradeoff in “{short}”",
        "“{short}” is a tradeoff that should stay on paper",
        "The notes come closest to a tradeoff in “{quote}” ({at}). The option that avoids it, and what that one"
        " would cost, belong beside it.",
    ),
    "answered_risk": Wording(
        "it stands among the risks without its price",
        "the price of the answer to it, and who watches",
        "the risk in “{short}”",
        "“{short}” still needs somebody who watches",
        "“{quote}” ({at}) stands among the risks; who watches for it and what an answer to it costs is still to be"
        " said.",
    ),
    "measured": Wording(
        "it's a real figure",
        "the share of it that this work can win",
        "the figure in “{short}”",
        "“{short}” is a figure to build on",
        "There is a figure to build on: “{quote}” ({at}). What an option may cost can be held against it.",
    ),
    "question": Wording(
        "the step asks “{text}” and the notes don't say",
        "an answer, or somebody who owes it",
        "the open question “{short_text}”",
        "“{short_text}” has to be answered",
        "The step asks “{text}”, and the notes don't say.",
        "{text}",
        "the step asks it and the notes don't say",
    ),
    "mention": Wording(
        "it touches {terms} and doesn't say who checks it",
        "who may do it, who notices a failure, and how it can be checked",
        "the passage on {terms}, “{short}”",
        "“{short}” needs somebody who checks it",
        "“{quote}” ({at}) touches {terms}. Who may do it, who notices when it goes wrong and how it can be checked"
        " isn't said.",
    ),
    "absent": Wording(
        "the notes don't mention {terms}",
        "one sentence that says whether it is touched",
        "what the notes don't mention, {terms}",
        "the notes should say whether {terms} matter here",
        "The notes don't mention {terms}; whether nothing of the kind is touched or nobody has thought of it isn't"
        " clear.",
        "Does this touch {terms}, and if so, how?",
        "the notes don't mention it",
    ),
    "answered": Wording(
        "it answers “{text}”",
        "the same as a criterion that can be checked",
        "the answer to “{short_text}”",
        "“{short}” answers what the step asks",
        "To “{text}” the notes answer: “{quote}” ({at}).",
    ),
}
# Kinds that name something nobody at the table can supply: they are questions for people first.
OPEN_KINDS = frozenset(kind for kind, wording in WORDINGS.items() if wording.ask and kind != "conflict")
COUNTED = {
    "conflict": ("a contradiction", "contradictions"),
    "risk": ("a risk without an answer", "risks without an answer"),
    "decision": ("a bare decision", "bare decisions"),
    "untestable": ("an untestable sentence", "untestable sentences"),
    "todo": ("an open point", "open points"),
    "terms": ("undefined terms", "undefined terms"),
    "jargon": ("unexplained words", "unexplained words"),
    "metric": ("no measure of success", "no measure of success"),
    "alternatives": ("no alternatives", "no alternatives"),
    "risks": ("no risks named", "no risks named"),
    "impact": ("nobody named as affected", "nobody named as affected"),
    "why": ("no reason given", "no reason given"),
    "owner": ("no owner", "no owner"),
    "error_path": ("a missing error path", "missing error paths"),
    "vague": ("a promise without a figure", "promises without a figure"),
    "load": ("a claim without a figure", "claims without a figure"),
    "source": ("a claim without a source", "claims without a source"),
    "dangling": ("a dead reference", "dead references"),
    "question": ("a question that nobody can answer yet", "questions that nobody can answer yet"),
}

"""What is left of a point in the notes after a roundtable: an insight, and the question that stays open.

Fields as in `voices`. An insight has to be worth reading in three months, without the discussion.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class PointOutcome:
    """insight: a paragraph for the notes. ask, why: the open question that the point leaves, and why it is open."""

    insight: str
    ask: str = ""
    why: str = ""


OUTCOMES: dict[str, PointOutcome] = {
    "conflict": PointOutcome(
        "“{quote}” ({at}) contradicts “{other}” ({there}). One of the two has to go before anything is estimated"
        " or built on it.",
        "Which of the two holds, “{quote}” ({at}) or “{other}” ({there})?",
        "both stand in the notes and nothing tells which was meant",
    ),
    "risk": PointOutcome(
        "A risk has no answer yet: “{quote}” ({at}). It needs a countermeasure with somebody who watches for it,"
        " or the name of the person who accepts it.",
    ),
    "decision": PointOutcome(
        "“{quote}” ({at}) stands without its reason and without the options that were weighed. Until both are"
        " written down the decision can be reopened by anybody.",
    ),
    "untestable": PointOutcome(
        "“{quote}” ({at}) can't be tested. It needs a starting state, an event and a result with a value.",
    ),
    "todo": PointOutcome(
        "The notes are unfinished where they say “{quote}” ({at}); what depends on it can't be relied on yet.",
        "How is this to be filled: “{quote}” ({at})?",
        "the notes leave it open",
    ),
    "terms": PointOutcome(
        "{Terms} {are} used and never explained, first in “{quote}” ({at}). One definition at the first use avoids"
        " that two readers fill the gap differently.",
    ),
    "jargon": PointOutcome(
        "{Terms} {are} never explained for readers outside the team, first in “{quote}” ({at}).",
    ),
    "source": PointOutcome(
        "“{quote}” ({at}) carries part of the argument and names no source. It needs one, or the case has to stand"
        " without it.",
    ),
    "vague": PointOutcome(
        "“{quote}” ({at}) is a promise without a figure. With today's value and a target it becomes a criterion"
        " that users can hold it to.",
    ),
    "load": PointOutcome(
        "“{quote}” ({at}) gives no figure: how much, under which load and measured by whom is open, so that no"
        " option can be compared against it.",
    ),
    "dangling": PointOutcome(
        "“{quote}” ({at}) refers to something that isn't in the notes; whatever was settled there is not settled"
        " for a reader.",
    ),
    "passive": PointOutcome(
        "“{quote}” ({at}) doesn't say which part or which person does it.",
    ),
    "hedge": PointOutcome(
        "“{quote}” ({at}) leaves two behaviours open. Either the condition is written down or one of them goes.",
    ),
    "error_path": PointOutcome(
        "“{quote}” ({at}) describes the good case only. What happens when the step fails or gets no answer isn't"
        " in that section: which error, who receives it, what is left behind.",
    ),
    "contract": PointOutcome(
        "“{quote}” ({at}) is a rule that can be tested. What is missing beside it is who notices when it's broken,"
        " and which error follows.",
    ),
    "exclusion": PointOutcome(
        "The notes leave {what} out and say themselves that “{pro}”: “{quote}” ({at}). What those users get"
        " instead isn't said.",
    ),
    "why": PointOutcome(
        "The notes don't say why this is worth doing. They start from “{quote}” ({at}), and nothing says what gets"
        " better, and for whom.",
        "Why is this worth doing, and for whom?",
        "the notes start from the solution",
    ),
    "impact": PointOutcome(
        "The notes name no group of people who are affected, and no number; “{quote}” ({at}) is as near as they"
        " come.",
        "Who is affected by this, and how many are they?",
        "the notes name no group and no number",
    ),
    "metric": PointOutcome(
        "Nothing in the notes says how success is measured; “{quote}” ({at}) sets out to change something and"
        " gives no figure for it.",
        "Which figure shows that this worked: what is it today, and what should it be?",
        "the notes set no measure of success",
    ),
    "problem": PointOutcome(
        "The notes give an answer, “{quote}” ({at}), and never describe the trouble that it answers.",
        "Which trouble of today is gone once this is done?",
        "the notes describe the answer only",
    ),
    "how": PointOutcome(
        "The notes state a purpose, “{quote}” ({at}), and no section describes the behaviour: what starts it, what"
        " goes in, what comes out.",
        "How does it work, from the event that starts it to what comes out?",
        "no section describes it",
    ),
    "inaction": PointOutcome(
        "The notes argue for acting, “{quote}” ({at}), and never say what happens if nothing is done.",
        "What happens over the next year if nothing is done?",
        "the notes argue for acting only",
    ),
    "owner": PointOutcome(
        "Nobody is named in the notes as answering for this; “{quote}” ({at}) speaks of the work and not of a"
        " person.",
        "Who answers for this, by name?",
        "no person is named in the notes",
    ),
    "date": PointOutcome(
        "The notes give no date, so that scope can't be weighed against time; “{quote}” ({at}) could mean next"
        " month or next year.",
        "By when should this be done, and what is the first visible step?",
        "the notes give no date",
    ),
    "alternatives": PointOutcome(
        "The notes speak of one way only, “{quote}” ({at}). Which others were weighed and why they lost isn't"
        " written down.",
        "Which other ways were weighed, and why did they lose?",
        "the notes show one way only",
    ),
    "risks": PointOutcome(
        "The notes name no risk, although “{quote}” ({at}) changes something that works today.",
        "What could go wrong, how bad would it be, and what would be done then?",
        "the notes name no risk",
    ),
    "people": PointOutcome(
        "The most concrete account of anybody affected is “{quote}” ({at}); acceptance criteria can be written"
        " along that person's path.",
    ),
    "matters": PointOutcome(
        "The reason that the notes give is “{quote}” ({at}); criteria can be held against it.",
    ),
    "choice": PointOutcome(
        "The notes come closest to a tradeoff in “{quote}” ({at}). The option that avoids it, and what that one"
        " would cost, belong beside it.",
    ),
    "answered_risk": PointOutcome(
        "“{quote}” ({at}) stands among the risks; who watches for it and what an answer to it costs is still to be"
        " said.",
    ),
    "measured": PointOutcome(
        "There is a figure to build on: “{quote}” ({at}). What an option may cost can be held against it.",
    ),
    "question": PointOutcome(
        "The step asks “{text}”, and the notes don't say.",
        "{text}",
        "the step asks it and the notes don't say",
    ),
    "mention": PointOutcome(
        "“{quote}” ({at}) touches {terms}. Who may do it, who notices when it goes wrong and how it can be checked"
        " isn't said.",
    ),
    "absent": PointOutcome(
        "The notes don't mention {terms}; whether nothing of the kind is touched or nobody has thought of it isn't"
        " clear.",
        "Does this touch {terms}, and if so, how?",
        "the notes don't mention it",
    ),
    "answered": PointOutcome(
        "To “{text}” the notes answer: “{quote}” ({at}).",
    ),
}
# Kinds that name something nobody at the table can supply: they are questions for people first.
OPEN_KINDS = frozenset(kind for kind, outcome in OUTCOMES.items() if outcome.ask and kind != "conflict")
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

"""What a point is called at a roundtable, in a few words: for cross-talk, first takes and answers.

Fields as in `voices`; {short} is the quote in a few words.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """obs: what is wrong, a clause. need: what would settle it. label: a name for the point. clause: what one agrees
    with when one agrees with it."""

    obs: str
    need: str
    label: str
    clause: str


WORDINGS: dict[str, Wording] = {
    "conflict": Wording(
        "it contradicts “{other}” ({there})",
        "one of the two sentences, with the reason why it's the right one",
        "the two statements “{short}” and “{short_other}”",
        "“{short}” and “{short_other}” can't both stand",
    ),
    "risk": Wording(
        "it names a risk, and nothing is said against it",
        "a countermeasure, or a name for whoever accepts it",
        "the risk without an answer, “{short}”",
        "“{short}” can't stay without a countermeasure",
    ),
    "decision": Wording(
        "it decides something and gives no reason",
        "the reason, and the option that was turned down for it",
        "the bare decision, “{short}”",
        "“{short}” needs its reason beside it",
    ),
    "untestable": Wording(
        "no test could show that it's met",
        "a value that a test can compare",
        "the sentence without a test, “{short}”",
        "“{short}” can't be tested as it stands",
    ),
    "todo": Wording(
        "it's still open in the notes themselves",
        "an answer, or somebody who owes it by a date",
        "the gap at “{short}”",
        "“{short}” can't stay open",
    ),
    "terms": Wording(
        "it uses {terms} without a definition",
        "one definition at the first use",
        "{terms} without a definition",
        "{terms} can't stay undefined",
    ),
    "jargon": Wording(
        "it uses {terms} without a word of explanation",
        "everyday words at the first use",
        "the unexplained {terms}",
        "{terms} can't stay unexplained",
    ),
    "source": Wording(
        "it names no source",
        "the source, or the sentence taken out",
        "the claim without a source, “{short}”",
        "“{short}” needs a source",
    ),
    "vague": Wording(
        "it promises something without a figure",
        "today's value and the one that's hoped for",
        "the promise without a figure, “{short}”",
        "“{short}” can't be accepted or refused without a figure",
    ),
    "load": Wording(
        "it gives no figure",
        "one measurement, with its conditions",
        "the missing figure behind “{short}”",
        "“{short}” can't be weighed without a figure",
    ),
    "dangling": Wording(
        "it points to something that isn't there",
        "the missing part, or its content in this place",
        "the reference that leads nowhere, “{short}”",
        "“{short}” leads nowhere",
    ),
    "passive": Wording(
        "it doesn't say who acts",
        "a subject for the sentence",
        "the missing actor in “{short}”",
        "“{short}” needs an actor",
    ),
    "hedge": Wording(
        "it says two things at once",
        "the condition, or one of the two halves",
        "the two readings of “{short}”",
        "“{short}” can be read in two ways",
    ),
    "error_path": Wording(
        "only the good case is described",
        "the error, who receives it, and what is left behind",
        "the missing error path at “{short}”",
        "“{short}” needs an error path",
    ),
    "contract": Wording(
        "it sets a rule, and not what happens when the rule is broken",
        "the error for a broken rule, and who notices it",
        "the rule “{short}”",
        "“{short}” is a rule without its error",
    ),
    "exclusion": Wording(
        "it leaves out something that people use",
        "what those users get instead, and when",
        "leaving out {what}",
        "leaving out {what} needs a reason that users would accept",
    ),
    "why": Wording(
        "the notes don't say why this is worth doing",
        "one sentence on what gets better, and for whom",
        "the missing reason why this is done",
        "the notes need a sentence on why this is worth doing",
    ),
    "impact": Wording(
        "the notes name nobody who's affected",
        "the group that's affected, and its size",
        "the question of who is affected",
        "the notes have to say who is affected",
    ),
    "metric": Wording(
        "the notes set no measure of success",
        "one figure: today's value, the target, and the day of looking",
        "the missing measure of success",
        "a measure of success has to come in",
    ),
    "problem": Wording(
        "the trouble of today isn't described",
        "the trouble in one sentence, without the solution",
        "the trouble that isn't described",
        "the trouble has to be described before its answer",
    ),
    "how": Wording(
        "no section says how it works",
        "the sequence: what starts it, what goes in, what comes out",
        "the missing description of how it works",
        "the notes have to say how it works",
    ),
    "inaction": Wording(
        "the notes don't say what waiting would mean",
        "what a year of waiting would cost, and whom",
        "the price of doing nothing",
        "the price of waiting has to be known",
    ),
    "owner": Wording(
        "nobody is named who answers for it",
        "one name",
        "the missing name of whoever answers for this",
        "somebody has to answer for this by name",
    ),
    "date": Wording(
        "no date is given",
        "a day, or what the day depends on",
        "the missing date",
        "a date is needed to trade scope against time",
    ),
    "alternatives": Wording(
        "the notes show one way only",
        "the ways that lost, with a line each on why",
        "the options that aren't on paper",
        "the options that lost have to be on paper",
    ),
    "risks": Wording(
        "the notes name no risk",
        "three risks, each with its likelihood and an answer",
        "the risks that nobody has named",
        "the risks have to be named",
    ),
    "people": Wording(
        "it's the most concrete thing said about anybody affected",
        "the path of one such person, from the trouble to its end",
        "the people in “{short}”",
        "“{short}” is where the criteria should start",
    ),
    "matters": Wording(
        "it's the reason for the whole work",
        "criteria that are held against it",
        "the reason “{short}”",
        "“{short}” is the reason to measure against",
    ),
    "choice": Wording(
        "it's the closest that the notes come to a tradeoff",
        "the option that avoids it, and what that one would cost",
        "the tradeoff in “{short}”",
        "“{short}” is a tradeoff that should stay on paper",
    ),
    "answered_risk": Wording(
        "it stands among the risks without its price",
        "the price of the answer to it, and who watches",
        "the risk in “{short}”",
        "“{short}” still needs somebody who watches",
    ),
    "measured": Wording(
        "it's a real figure",
        "the share of it that this work can win",
        "the figure in “{short}”",
        "“{short}” is a figure to build on",
    ),
    "question": Wording(
        "the step asks “{text}” and the notes don't say",
        "an answer, or somebody who owes it",
        "the open question “{short_text}”",
        "“{short_text}” has to be answered",
    ),
    "mention": Wording(
        "it touches {terms} and doesn't say who checks it",
        "who may do it, who notices a failure, and how it can be checked",
        "the passage on {terms}, “{short}”",
        "“{short}” needs somebody who checks it",
    ),
    "absent": Wording(
        "the notes don't mention {terms}",
        "one sentence that says whether it is touched",
        "what the notes don't mention, {terms}",
        "the notes should say whether {terms} matter here",
    ),
    "answered": Wording(
        "it answers “{text}”",
        "the same as a criterion that can be checked",
        "the answer to “{short_text}”",
        "“{short}” answers what the step asks",
    ),
}

"""The words of the offline persona: short templates, chosen by what they are about so that a session reads as one
person's and the same document gives the same words.

The `cores` are the questions themselves. One of them stands in every question about its topic or kind, which is how
a later round sees that it was asked.
"""

CORES: dict[str, tuple[str, ...]] = {
    "problem": (
        "what goes wrong today, in one sentence that does not mention the solution?",
        "which trouble of today is gone once this is done?",
    ),
    "affected": (
        "who exactly feels this today, and how many of them are there?",
        "which groups of people notice the difference, and how large is each?",
    ),
    "why": (
        "what is it worth to have this solved, in money, time or trust?",
        "what does the present state cost, per month, in terms a board would recognise?",
    ),
    "inaction": (
        "what happens over the next year if you do nothing at all?",
        "if this were turned down tomorrow, who would be worse off, and by how much?",
    ),
    "why_now": (
        "why now, and not in half a year?",
        "what has changed, or what runs out, that makes this the moment?",
    ),
    "ask": (
        "what exactly do you need from me: a yes, money, people, and by when?",
        "which decision should the reader take at the end of the last page?",
    ),
    "how": (
        "how does it work, in three sentences that a new colleague from sales would follow?",
        "what happens first, what next, and what is different at the end, without a term of the trade?",
    ),
    "tradeoffs": (
        "which other way did you weigh, why did it lose, and what do you give up by doing it this way?",
        "what gets worse when this gets better, and who agreed to that?",
    ),
    "risks": (
        "what could go wrong with it, how bad would that be, and what would you do then?",
        "suppose this has failed a year from now: what was the cause?",
    ),
    "evidence": (
        "what was measured, by whom and when, that shows it?",
        "which figure would convince someone who hopes that you are wrong?",
    ),
}

KIND_CORES: dict[str, tuple[str, ...]] = {
    "number_conflict": ("which of the two holds, and what else rests on the wrong one?",),
    "date_conflict": ("which date holds, and who has already been told the other one?",),
    "decision_no_rationale": ("why this way, and what was turned down for it?",),
    "risk_no_mitigation": ("what will you do about it, and who watches for it?",),
    "vague_claim": (
        "how much is that, against what, and who measured it?",
        "by how much, and compared with what?",
    ),
    "no_evidence": ("what shows it, and where can I check?", "who found that out, and how?"),
    "untestable": (
        "how would a tester see that it is met?",
        "what would have to be true for you to tick that off?",
    ),
    "dangling_ref": ("where is it, and does the argument hold without it?",),
    "broken_anchor": ("where should a reader who follows it end up?",),
    "todo": ("who settles it, and by when?", "what is missing there, and who has it?"),
    "acronym": (
        "what does it stand for, in words that an outsider knows?",
        "what does each stand for, in words that an outsider knows?",
    ),
    "jargon": ("what is that in everyday words?", "what are these in everyday words?"),
    "hedge": ("is it so or not, and what would settle it?",),
    "missing_metric": (
        "which single figure will tell you that this worked, what is it today, and what should it be?",
    ),
    "missing_owner": ("who answers for this, by name?",),
    "missing_date": (
        "by when should this be done, and what is the first date at which I can see something?",
    ),
    "own_open_points": ("who answers them, and which of them could still change the decision?",),
    "raised": ("what should a reader learn about it here?",),
}

LABELS: dict[str, str] = {
    "number_conflict": "Clarified",
    "date_conflict": "Clarified",
    "decision_no_rationale": "Why",
    "risk_no_mitigation": "What we do about it",
    "vague_claim": "In figures",
    "no_evidence": "Source",
    "untestable": "How to check it",
    "acronym": "In full",
    "jargon": "In plain words",
    "missing_metric": "How we measure success",
    "missing_owner": "Who answers for this",
    "missing_date": "When",
}
LEADS = (
    "Under “{section}” you write “{quote}”: {core}",
    "“{section}” has this sentence: “{quote}”. {Core}",
    "I read, under “{section}”, “{quote}”: {core}",
)
LEADS_WITHOUT_SECTION = ("You write “{quote}”: {core}", "I read “{quote}”: {core}")
KIND_LEADS: dict[str, tuple[str, ...]] = {
    "vague_claim": (
        "I can't weigh “{quote}” (“{section}”) without a figure: {core}",
        "Under “{section}” you write “{quote}”: {core}",
    ),
    "no_evidence": ("I am asked to take “{quote}” (“{section}”) on trust: {core}",),
    "decision_no_rationale": ("“{quote}” (“{section}”) is a decision without a reason: {core}",),
    "risk_no_mitigation": ("You name a risk under “{section}”, “{quote}”, and leave it there: {core}",),
    "todo": ("“{section}” is unfinished where it says “{quote}”: {core}",),
    "dangling_ref": ("“{quote}” (“{section}”) sends me to something that is not in the notes: {core}",),
    "untestable": ("“{quote}” (“{section}”) can't be checked as it stands: {core}",),
    "hedge": ("“{quote}” (“{section}”) has it both ways: {core}",),
}
BARE: dict[str, tuple[str, ...]] = {
    "missing_metric": (
        "The notes name no measure of success: {core}",
        "I find no sign by which to judge this later: {core}",
    ),
    "missing_owner": ("Nobody is named: {core}",),
    "missing_date": ("There is no date in these notes: {core}",),
    "why_now": ("Nothing in the notes says that this is urgent: {core}",),
    "risks": ("I find nothing on what could fail, and I don't believe in plans without risks: {core}",),
    "tradeoffs": ("The notes speak of one way only: {core}",),
    "evidence": ("I find claims, but no measurement: {core}",),
    "ask": ("I have read to the end and don't know what you want from me: {core}",),
    "inaction": ("The notes argue for acting, never about waiting: {core}",),
    "affected": ("No group of people is named: {core}",),
    "how": ("I could not repeat to anybody what will be built: {core}",),
}  # fmt: skip
ANCHORED: dict[str, tuple[str, ...]] = {
    "problem": ("The notes start from the answer, “{quote}” (“{section}”): {core}",),
    "ask": (
        "“{quote}” is what I take from “{section}”: {core}",
        "You plan this under “{section}”: “{quote}”. {Core}",
    ),
    "inaction": (
        "Take “{quote}” (“{section}”) as given: {core}",
        "You tell me “{quote}” (“{section}”): {core}",
    ),
    "why_now": ("You write “{quote}” (“{section}”): {core}",),
    "how": ("“{quote}” (“{section}”) is for specialists: {core}",),
}
CONFLICT = "“{quote}” (“{section}”), but “{other}” (“{elsewhere}”): {core}"
TERMS = {
    "acronym": "Nothing in the notes spells out {names} (first in “{quote}”): {core}",
    "jargon": "I would have to look up {names} to follow “{quote}”: {core}",
}
DENIED = "Under “{section}” stands “{quote}”, which nobody on a board believes: {core}"

FIRST = (
    "I have read “{title}” as somebody who has to decide and was not in the room.",
    "I have read “{title}”. I did not build any of it, so take me for the person who signs.",
)
FIRST_AGAIN = "I have read “{title}” again, to go further than last time. I leave out what I asked then."
FOUND = {
    "problem": "the problem, “{quote}” (“{section}”)",
    "affected": "who is affected, “{quote}” (“{section}”)",
    "why": "why it matters, “{quote}” (“{section}”)",
    "inaction": "what waiting would mean, “{quote}” (“{section}”)",
}
NOTHING_FOUND = (
    "I looked for the problem, the people, the stakes and the price of waiting, and can quote nothing on any."
)
NOT_ENGLISH = (
    "It does not seem to be in English, and English is all that my rules read. So I ask only what I ask of any notes,"
    " and quote nothing."
)
SHORT: dict[str, str] = {
    "problem": "the problem",
    "affected": "who is affected",
    "why": "why it matters",
    "why_now": "why now",
    "how": "how it works",
    "tradeoffs": "the trade-offs",
    "risks": "the risks",
    "inaction": "what happens if nothing is done",
    "evidence": "the evidence",
    "ask": "what is asked of the reader",
}
BEFORE_FIRST = (
    "Before the details, the large questions that I can't answer from the notes:",
    "What I can't answer from the notes, starting from the top:",
)
BEFORE_NEXT = (
    "Now closer to the text.",
    "Let me go further in.",
    "I will be more specific now.",
)
BEFORE_LAST = ("The last points from my side.", "To finish, the details that I would stumble over.")
LEFT_OPEN = (
    "{count} of my last questions found no answer in the notes; they go on the list for people.",
    "The notes could not answer {count} of my last questions. I keep them on the list for people.",
)
THANKS = ("That settles {labels}.", "Good: {labels}, settled in your words.")
STEERED = ("You asked about {terms}, so I go there first.", "On {terms}, as you asked:")

NEEDS: dict[str, str] = {
    "problem": "The problem in one sentence, without the solution.",
    "affected": "Who is affected, by group and number.",
    "why": "Why it matters, in money, time or trust.",
    "why_now": "Why now, and what happens when it waits half a year.",
    "how": "How it works, in words that a newcomer follows.",
    "tradeoffs": "Which other ways were weighed, and what this one gives up.",
    "risks": "What could go wrong, and what would be done then.",
    "inaction": "What happens if nothing is done.",
    "evidence": "A measurement behind the claims, with its source.",
    "ask": "What the reader is asked to decide, and by when.",
}
NOT_READY = (
    "I am not ready to sign this, and more questions would not change it. What is missing is not in the notes; people"
    " have to supply it.",
    "I stop here, without a yes. I could only ask again for what the notes don't hold, and that has to come from"
    " people.",
)
READY_BUT = (
    "Every topic is settled now. Some questions on the text got no answer; I leave them as points to watch."
)
READY = (
    "I have no question left that these notes don't answer.",
    "I can follow this from the problem to the decision.",
)
RIGHT: dict[str, str] = {
    "problem": "They name the problem: “{quote}”.",
    "affected": "They say who is affected: “{quote}”.",
    "why": "They say why it matters: “{quote}”.",
    "why_now": "They say why it can't wait: “{quote}”.",
    "how": "They explain the plan: “{quote}”.",
    "tradeoffs": "They admit what the choice costs: “{quote}”.",
    "risks": "They name a risk: “{quote}”.",
    "inaction": "They say what waiting means: “{quote}”.",
    "evidence": "They bring a figure: “{quote}”.",
    "ask": "They say what they want: “{quote}”.",
}

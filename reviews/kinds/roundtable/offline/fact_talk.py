"""What each lens says to what a person tells: a task, a fact that fills a gap, a choice, news; and where it all stands.

Fields: as in `table_talk`, {owner} of a task, {option} and {other_option} of a choice, {made} the points so far.
"""

from reviews.kinds.roundtable.offline.table_talk import Lines

# When somebody takes something on.
TAKEN_ON: Lines = {
    "value": (
        "Who does it is clear then, it's {owner}: “{said}”. {near}What should come back is one sentence that a"
        " user could check. Until it's here I'd leave the gap visible in the notes, so that nobody wonders why the"
        " criterion is still missing.",
        "{owner} has it: “{said}”. {near}What do we need back from that, and for which user? If it's an answer, it"
        " belongs into the notes in the same words; if it's a test, the criterion comes first.",
    ),
    "tradeoff": (
        "Good, {owner} takes it on: “{said}”. {near}I'd note beside it which option depends on the answer and what"
        " we do if it comes late; that way the risk has a name and a way out.",
    ),
    "interface": (
        "Assigned to {owner}: “{said}”. {near}For the contract two things should come back: the value, and the"
        " error that applies if there is none. Given no date, when somebody asks for it, then it's still open.",
    ),
    "own": (
        "{owner} takes that on: “{said}”. {near}From {lens} perspective I'd want to see the result in the notes,"
        " with who checked it and when.",
    ),
}
SETTLED: Lines = {
    "value": (
        "What does that change? {who} said “{said}”. The notes still have “{quote}” ({at}), and {obs}. With these"
        " words it's settled for me: put them in its place, and it reads like a criterion that a user can check."
        " Who else has to agree?",
        "Why didn't we have that before? {who} said “{said}”, and it answers what “{quote}” ({at}) leaves open."
        " Take the sentence over as it is; whoever reads the notes next should find the answer where they'd look"
        " for it, with the user it's for.",
    ),
    "tradeoff": (
        "That closes it, and I'd record it: {who} said “{said}”. The notes still have “{quote}” ({at}), and {obs}."
        " Put the new sentence in its place, with the reason. The risk that's left is that the old one stays and"
        " somebody plans on it.",
        "One open point less: {who} said “{said}”. It belongs where the notes have “{quote}” ({at}), because"
        " {obs}. I'd keep the reason with it; an option that was settled without one tends to come back as a risk.",
    ),
    "interface": (
        "Taken as the defined value: “{said}” ({who}). It replaces “{quote}” ({at}), where {obs}. Given both in"
        " one text, when somebody reads only the old sentence, then the error is back; so it goes in the same"
        " change.",
        "Entry closed by {who}: “{said}”. The place in the text is “{quote}” ({at}), where {obs}. Given the new"
        " wording, when it's checked against the old one, then only one of them may be left; the other is an"
        " error.",
    ),
    "own": (
        "From {lens} perspective that settles a gap. {who} said “{said}”, and the notes still have “{quote}”"
        " ({at}), where {obs}. I'd put the one in place of the other now, so that nobody has to remember this"
        " conversation.",
    ),
}
CHOSEN: Lines = {
    "value": (
        "So it's {option}; what will a user notice first? {who} decided it: “{said}”. Two things go with that: the"
        " sentence that says otherwise has to leave the notes, and the reason belongs beside the choice, because"
        " users will ask why. Then the criterion can be written.",
    ),
    "tradeoff": (
        "Then {option} it is, by {who}'s word: “{said}”. I'd record the decision with the option that lost,"
        " {other_option}, and with what tipped it. The risk on that side doesn't go away; choosing only means that"
        " we carry it knowingly.",
    ),
    "interface": (
        "Defined: {option} (“{said}”, {who}). Every other value for it in the notes is an error from here on and"
        " goes in the same change. Given an older copy that still says {other_option}, when somebody builds on it,"
        " then this decision is what they have to be pointed at.",
    ),
    "own": (
        "{who} has decided: “{said}”, so {option}. From {lens} perspective that's a base to work on. What I'd add"
        " to the notes is the option that lost, {other_option}, and when the choice should be looked at again.",
    ),
}
STATED: Lines = {
    "value": (
        "What follows from that for a user? {who} said “{said}”; the notes have “{quote}” ({at}). If both hold,"
        " they should stand side by side, or a reader meets only half of the reason. If they don't, the criteria"
        " rest on the wrong one.",
        "Which users does that change something for? {who} said “{said}”, and the closest sentence in the notes is"
        " “{quote}” ({at}). Read together they should give one criterion. As they stand, a reader has to guess why"
        " both are true.",
    ),
    "tradeoff": (
        "I take it as given: {who} said “{said}”. Beside it stands “{quote}” ({at}). If the two fit, they belong"
        " together in the notes. If they pull in different directions, it's a tradeoff, and then it should be"
        " decided rather than smoothed over.",
        "Let me put that beside the notes: {who} said “{said}”, they have “{quote}” ({at}). One of them limits the"
        " other. Which option survives both is what I'd write down, with the risk of the one that doesn't.",
    ),
    "interface": (
        "Input from {who}: “{said}”. The notes have “{quote}” ({at}). Given both in one contract, when they're"
        " read together, then neither may contradict the other. I'd write them into one sentence with one subject,"
        " and add the error for the case that they differ.",
        "To be merged: “{said}” ({who}) and “{quote}” ({at}). Given two sentences on one thing, when they change"
        " separately, then they'll contradict each other sooner or later. One entry with one owner avoids that"
        " error.",
    ),
    "own": (
        "From {lens} perspective I put two sentences side by side: {who} said “{said}”, and the notes have"
        " “{quote}” ({at}). If both hold, the notes should say both; if not, somebody has to say which one goes.",
    ),
}
STATED_NEW: Lines = {
    "value": (
        "Who else knows that? {who} said “{said}”, and no sentence in the notes says it. It deserves one, with the"
        " reason and with the users whom it concerns. Otherwise the next person who writes a criterion won't have"
        " heard it.",
        "Why isn't that in the notes? {who} said “{said}”, and I find nothing like it there. One line would do:"
        " what is so, for which users, and since when. Then a criterion can rest on it.",
    ),
    "tradeoff": (
        "That's new, and it changes what can be weighed: {who} said “{said}”, and the notes have nothing on it."
        " I'd add it as a constraint, since an option that ignores it is no option. What I can't tell is the risk"
        " if it turns out otherwise.",
        "That narrows the options: {who} said “{said}”. The notes don't have it, so anybody who wasn't here will"
        " weigh without it. One sentence with its reason costs less than finding out later which option it rules"
        " out.",
    ),
    "interface": (
        "New input from {who}: “{said}”. The notes have no entry for it. As part of the contract it needs its"
        " value, its source and the error when it doesn't hold. Given only this conversation, when somebody builds"
        " next month, then it's lost.",
        "Unlisted so far: “{said}” ({who}). To count in the contract it needs a place in the text, a value that"
        " can be checked, and the error for the case that it doesn't hold. Without a place it can't be referred"
        " to.",
    ),
    "own": (
        "From {lens} perspective that's worth a sentence: {who} said “{said}”, and the notes have nothing on it."
        " I'd add it with its source and with what happens if it doesn't hold.",
    ),
}
SO_FAR: Lines = {
    "value": (
        "What do we have so far? {made}. For a user the first of these matters most: until it's settled no"
        " criterion stands. What did I miss that you'd want in the summary, and why?",
    ),
    "tradeoff": (
        "So far on the table: {made}. None of these is settled until somebody picks an option; each that stays"
        " open goes into the summary as a risk with a question mark.",
    ),
    "interface": (
        "State of the discussion: {made}. Each entry needs a value and an owner before it can go into a contract;"
        " without them it's listed as open.",
    ),
    "own": (
        "So far: {made}. From {lens} perspective each of these needs a name beside it before it counts as done.",
    ),
}
NOTHING_LEFT: Lines = {
    "value": (
        "What would still change the picture? I've read the notes to the end from a user's side, and my points are"
        " on the table: {made}. More from me would be repetition. Who has spoken to users lately, and why would"
        " they object?",
    ),
    "tradeoff": (
        "I have no further option to add. From my side the open tradeoffs are on the table: {made}. What's missing"
        " now isn't another reading of the notes, it's a person who picks one and carries the risk that goes with"
        " it.",
    ),
    "interface": (
        "No further gaps that the notes would let me name. Listed from my side: {made}. Each needs a value and an"
        " owner before a contract can be written; given both, when the text is changed, then it can be checked"
        " again.",
    ),
    "own": (
        "From {lens} perspective I've said what the notes let me say: {made}. The rest isn't in the text, so it"
        " has to come from somebody who knows, with a name and a date beside it, or stay an open question.",
    ),
}

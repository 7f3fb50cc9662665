"""What each lens says to a person: the passage that answers, that the notes don't say, what follows from a fact.

Fields: {quote} {at} {At} a passage, {terms} what was asked about, {near} and {extra} sentences that may be empty, {who}
and {said} a person and their words, {obs} {need} of the point that was settled, {option} {other_option} of a choice.
"""

type Lines = dict[str, tuple[str, ...]]

FOUND: Lines = {
    "value": (
        "What do the notes promise there? {At} they say “{quote}”. {extra}",
        "How would a user read the answer? “{quote}” ({at}) is what they'd find. {extra}",
    ),
    "tradeoff": (
        "The notes take a position on it: “{quote}” ({at}). {extra}",
        "One option is on paper for that: “{quote}” ({at}). {extra}",
    ),
    "interface": (
        "That is specified {at}: “{quote}”. {extra}",
        "The notes define it {at}: “{quote}”. {extra}",
    ),
    "own": ("From {lens} perspective the sentence to hold on to is “{quote}” ({at}). {extra}",),
}
# Behind a passage that answers, when no point of the speaker's belongs to it.
EXTRA: Lines = {
    "value": (
        "So what changes for a user on that day? If they'd notice nothing, it needs no criterion. If they would,"
        " it needs one with a figure, and the notes stop short of that.",
        "Why that matters: a user can hold us to this sentence, and to nothing beyond it. If you expected more,"
        " tell me what they should see, and it becomes a criterion.",
    ),
    "tradeoff": (
        "No other option stands beside it, so the tradeoff isn't visible from here. If it has to hold under"
        " pressure, I'd add the option that lost, and the risk that goes with this one.",
        "That commits us, and whoever plans on it carries the risk if it changes. If you have another option in"
        " mind, name it, and the costs of both can stand side by side.",
    ),
    "interface": (
        "That's the good case. Not specified there: who notices when it fails, which error comes back, and what"
        " state is left behind. Given a failure, when somebody looks it up here, then the notes end.",
        "It has the rule and not the boundary. A contract needs two more lines: the last value that is accepted,"
        " and the error for the first one that isn't.",
    ),
    "own": (
        "Whether that's enough depends on what isn't written beside it: who checks it, and what happens when it"
        " doesn't hold. I find neither in the notes.",
    ),
}
STOPS = {
    "value": "And there it stops, because {obs}; a user would ask for {need}, and so do I.",
    "tradeoff": "As an option it isn't finished: {obs}. What it takes to weigh it is {need}.",
    "interface": "As a contract it's incomplete: {obs}. Missing is {need}.",
    "own": "What I miss there: {obs}. I'd need {need}.",
}
NOT_FOUND: Lines = {
    "value": (
        "What would a user want to hear about {terms}? The notes don't say. {near}To answer you they'd have to"
        " name who is affected, why it matters to them, and one criterion by which a user could tell. I won't"
        " guess at any of the three.",
        "Who would ask that, and what would they do with the answer? On {terms} the notes don't say anything."
        " {near}I'd write down that one user and what they expect; the criterion follows from there. Do you know"
        " somebody whom we could ask why they need it?",
    ),
    "tradeoff": (
        "The notes don't say anything on {terms}. {near}To decide it I'd want two options on paper, the tradeoff"
        " between them, and the risk of each; a line apiece is enough to start with. Until then an answer from me"
        " would be an opinion without a source.",
        "On {terms} there's no option in the notes, so there's nothing to weigh: they don't say. {near}Whoever"
        " knows the constraint could add it in a sentence, with the risk of ignoring it. That would turn your"
        " question into a tradeoff that we can settle.",
    ),
    "interface": (
        "Not specified: the notes don't say anything on {terms}. {near}To specify it takes three lines: the part"
        " that it touches, the values that go in and come out, and the error when they don't. Given those, it can"
        " go into the contract and be tested.",
        "There's no entry on {terms}; the notes don't say. {near}As long as that holds, an implementer defines it"
        " on the side, and the error turns up where two definitions meet. One line with the value and its owner"
        " closes the gap.",
    ),
    "own": (
        "From {lens} perspective I've nothing to quote on {terms}: the notes don't say. {near}What would have to"
        " be added is what exactly is meant, who answers for it, and how anybody can check that it holds. Without"
        " these three I'd only be repeating what's true of any plan.",
    ),
}
# When somebody else has said that the notes don't say it.
WOULD_TAKE: Lines = {
    "value": (
        "To add to what {name} said, who needs the answer on {terms}, and why? I'd start with one person who asks"
        " it, and write down what that user expects to hear. From there it's a criterion, and until then we'd be"
        " answering a question that nobody has put.",
    ),
    "tradeoff": (
        "{name} mentioned that nobody here can answer it. From {lens} perspective, that means the option is taken"
        " silently: whatever is built decides it. I'd put two options and the tradeoff between them on paper"
        " first, and the risk of leaving it open beside them.",
    ),
    "interface": (
        "I agree with {name} that the notes can't answer {terms}. An entry for the contract would have three"
        " lines: what goes in, what comes out, which error is returned. Given those three, it can be tested; given"
        " none, every implementer writes their own.",
    ),
    "own": (
        "To add to what {name} said on {terms}: from {lens} perspective the answer has to say who is responsible,"
        " how it can be checked, and what happens when the check fails. None of the three stands in the notes.",
    ),
}
# When the notes themselves have the gap that is asked about.
KNOWN_GAP: Lines = {
    "value": (
        "Who could tell? The notes stop exactly there: “{quote}” ({at}), and {obs}. So nobody here can answer it;"
        " what's missing is {need}. Until then, what do we tell a user who asks, and why should they trust it?",
    ),
    "tradeoff": (
        "That's one of the places where the notes stop: “{quote}” ({at}); {obs}. There are two options, somebody"
        " supplies {need}, or it's carried as an open risk with a name. Guessing is the third, and the only one"
        " that I'd rule out.",
    ),
    "interface": (
        "Not specified. The passage is “{quote}” ({at}), and {obs}. To close it takes {need}. Given that it stays"
        " as it is, when somebody relies on it, then the error has no receiver.",
    ),
    "own": (
        "From {lens} perspective that's where the notes stop: “{quote}” ({at}), and {obs}. What it takes is"
        " {need}, from somebody who knows; I can only point at the place.",
    ),
}
SETTLED: Lines = {
    "value": (
        "What does that change? {who} said “{said}”. The notes still have “{quote}” ({at}), and {obs}. With these"
        " words it's settled for me: put them in its place, and it reads like a criterion that a user can check."
        " Who else has to agree?",
    ),
    "tradeoff": (
        "That closes it, and I'd record it: {who} said “{said}”. The notes still have “{quote}” ({at}), and {obs}."
        " Put the new sentence in its place, with the reason. The risk that's left is that the old one stays and"
        " somebody plans on it.",
    ),
    "interface": (
        "Taken as the defined value: “{said}” ({who}). It replaces “{quote}” ({at}), where {obs}. Given both in"
        " one text, when somebody reads only the old sentence, then the error is back; so it goes in the same"
        " change.",
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
    ),
    "tradeoff": (
        "I take it as given: {who} said “{said}”. Beside it stands “{quote}” ({at}). If the two fit, they belong"
        " together in the notes. If they pull in different directions, it's a tradeoff, and then it should be"
        " decided rather than smoothed over.",
    ),
    "interface": (
        "Input from {who}: “{said}”. The notes have “{quote}” ({at}). Given both in one contract, when they're"
        " read together, then neither may contradict the other. I'd write them into one sentence with one subject,"
        " and add the error for the case that they differ.",
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
    ),
    "tradeoff": (
        "That's new, and it changes what can be weighed: {who} said “{said}”, and the notes have nothing on it."
        " I'd add it as a constraint, since an option that ignores it is no option. What I can't tell is the risk"
        " if it turns out otherwise.",
    ),
    "interface": (
        "New input from {who}: “{said}”. The notes have no entry for it. As part of the contract it needs its"
        " value, its source and the error when it doesn't hold. Given only this conversation, when somebody builds"
        " next month, then it's lost.",
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

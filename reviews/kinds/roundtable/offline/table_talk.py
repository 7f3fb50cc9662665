"""What each lens says to a person's question: the passage that answers, or that the notes don't say.

Fields: {quote} {at} {At} a passage, {terms} what was asked about, {near} and {extra} sentences that may be empty, {obs}
and {need} of the gap that a question is about, {name} whoever answered before.
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

"""How a lens that has no words of its own for a point says it, and any lens a point that has nothing to quote.

Fields as in `voices`.
"""

OWN: dict[str, tuple[str, ...]] = {
    "mention": (
        "From {lens} perspective this is where I stop first: “{quote}” ({at}). It touches {terms}, and it says"
        " what is done. It doesn't say who may do it, who would notice if it went wrong, or how anybody can check"
        " it afterwards. I'd want those three on paper before I agree.",
        "“{quote}” ({at}) touches {terms}, so it falls to me. Two things aren't written beside it: the worst case,"
        " and who is told when it happens. From {lens} perspective I can't say whether it's enough until both"
        " stand there.",
        "One more passage on {terms}: “{quote}” ({at}). Seen from {lens} perspective it's an assumption as long as"
        " nobody is named who checks it, and as long as the notes don't say what is done when the check fails.",
    ),
    "absent": (
        "From {lens} perspective I look for {terms}, and none of it occurs in the notes. Either nothing of the"
        " kind is touched, or nobody has thought of it yet; from the text alone I can't tell which. One sentence"
        " by whoever wrote the notes would settle it, and I'd rather have it before the work starts than after.",
    ),
}
# What any lens can say about a point that is not at home there.
COMPOSED: dict[str, str] = {
    "value": "What does that mean for a user? “{quote}” ({at}): {obs}. I'd ask for {need}, in words that a user"
    " would recognise. Why now? Because without it no acceptance criterion can be written, and the reason for the"
    " work gets lost.",
    "tradeoff": "“{quote}” ({at}): {obs}. I see two options, to settle it now or to carry it as a risk with a"
    " name. The tradeoff is a few minutes today against rework later. What would settle it is {need}.",
    "interface": "“{quote}” ({at}): {obs}. No contract can be written on that. Given this text, when two people"
    " implement it, then they build two different things. What closes it is {need}, and the error that applies"
    " until then.",
    "own": "From {lens} perspective I stop at “{quote}” ({at}): {obs}. {touch}What I'd need before I agree is"
    " {need}; as the text stands, whoever has to judge it later starts from a guess.",
}
BARE: dict[str, str] = {
    "value": "What would a user find in these notes? {Obs}, and there's hardly a sentence that I could quote."
    " Before anything else I'd ask for {need}. Why? Because without it every acceptance criterion is written for"
    " somebody whom we have only imagined.",
    "tradeoff": "There's little here to weigh: {obs}. Two options: we put on paper what is missing, {need}, and"
    " talk then, or we talk now and accept the risk that each of us has another plan in mind. The tradeoff is half"
    " an hour of writing against a meeting without an outcome.",
    "interface": "Input so far: next to nothing. {Obs}. For a contract the minimum is {need}. Given an empty page,"
    " when two people start to build, then each of them writes an interface of their own, and the first error is"
    " found where the two meet.",
    "own": "From {lens} perspective there's nothing to hold on to yet: {obs}. What I'd need first is {need}. Until"
    " that's on paper I could only repeat what is true of any plan, and that would help nobody here.",
}

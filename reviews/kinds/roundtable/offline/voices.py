"""How each lens says a point at a roundtable: whole paragraphs, written per lens, with the notes' own words in them.

Fields: {quote} {at} {At} the passage and where it stands, {other} {there} a second one, {terms} {term} words it is
about, {text} a question of the step, {lean} {near} sentences that may be empty, {obs} {need} from `points`.
"""

VALUE: dict[str, tuple[str, ...]] = {
    "why": (
        "Why are we doing this, for whoever has to live with it? The notes start from “{quote}” ({at}), and no"
        " sentence says what gets better for a user. I'd like that line first: who has which trouble today, and"
        " what it costs them. Everything else is easier to judge afterwards.",
    ),
    "impact": (
        "Who notices the difference? “{quote}” ({at}) is as near as the notes come, and it names neither a group"
        " of users nor how many they are. Picture one of them on the morning after: what can that person do that"
        " was impossible the day before? The answer is the first acceptance criterion.",
    ),
    "metric": (
        "How will we know that it worked? “{quote}” ({at}) sets out to change something, and no figure says what"
        " success is. I'd want a single criterion that a user would recognise: the value today, the value we want,"
        " and the day on which somebody looks.",
    ),
    "problem": (
        "What goes wrong today, and for which user? “{quote}” ({at}) is already the answer to something, and the"
        " trouble itself isn't described. Tell it as a small story, one person on one bad day; from that story we"
        " see which criteria matter and which are decoration.",
    ),
    "inaction": (
        "What happens to users if nobody does anything? “{quote}” ({at}) argues for acting and leaves the waiting"
        " out. If another year like this one would be bearable, the priority drops; if it wouldn't, the notes"
        " should say which users give up first, and why.",
    ),
    "owner": (
        "Who decides when a user is unhappy with the outcome? “{quote}” ({at}) speaks of work, and nobody is named"
        " who answers for it. One name is enough: the person who says which criteria are met, and why the rest can"
        " wait.",
    ),
    "vague": (
        "What does a user get, in numbers? {At} the notes promise “{quote}”, without today's value and without the"
        " one they hope for. Why that matters: nobody can accept or refuse such a promise. A criterion needs both"
        " numbers, and somebody who counts.",
        "Compared with what? “{quote}” ({at}) reads well, and a user couldn't hold us to it. Suppose one of them"
        " asks in three months whether it came true: what would we show? Whatever that is, it belongs here as a"
        " criterion, with its number.",
    ),
    "jargon": (
        "Which reader outside the team knows what {terms} {mean}? “{quote}” ({at}) takes it for granted. Why I"
        " insist: whoever stumbles there nods and agrees to something else, and what two people read differently"
        " is no criterion. Half a sentence in everyday words, at the first use, would do.",
    ),
    "exclusion": (
        "Why should users accept that? {At} the notes say “{quote}”. I'd turn it round: “{pro}” is a reason to"
        " take {what} in, not an aside. If it stays out all the same, the criteria should say what those users get"
        " instead, and when.",
    ),
    "people": (
        "What does a day look like for these people? “{quote}” ({at}) is the most concrete thing that the notes"
        " say about anybody who has to live with this, and it's worth more than a line. I'd follow one of them"
        " from the first sign of trouble to the end of it, and write the acceptance criteria along the way.",
    ),
    "matters": (
        "Why does this matter enough to pay for it? The notes answer with “{quote}” ({at}). If that's the reason,"
        " every criterion should be held against it, and whatever doesn't serve those users can wait for a later"
        " round. So what here would a user not miss?",
    ),
    "question": (
        "{text} That's what this step wants to know, and I find no sentence that says it. {near}Think of one user"
        " who asks it on the first day: whoever answers should be able to point at a sentence. One criterion would"
        " be enough to start with.",
        "{text} Nobody can answer this from the notes. {near}Why it matters to a user: an answer that's missing"
        " here is made up later, by somebody in a hurry. I'd rather have half a criterion now than a whole one too"
        " late.",
    ),
    "answered": (
        "{text} The notes do answer that, with “{quote}” ({at}). So what would a user say to it? If the answer"
        " satisfies them, it's a criterion and should read like one; if it doesn't, we've learned why before"
        " anybody has built it.",
    ),
}
TRADEOFF: dict[str, tuple[str, ...]] = {
    "conflict": (
        "Two options stand on the page, and they exclude each other: “{other}” ({there}) and “{quote}” ({at})."
        " Whatever is planned on the one is wrong under the other. {lean}The risk is that both get built; the"
        " mitigation costs a minute: strike one of the two sentences and note why.",
        "“{quote}” ({at}) doesn't go together with “{other}” ({there}). As long as both stand, every estimate runs"
        " the risk of resting on the wrong one. {lean}I'd treat it as a choice between two options with different"
        " costs until somebody says which was meant.",
    ),
    "risk": (
        "The risk is on the page, its mitigation isn't: “{quote}” ({at}). I see three options: prevent it, notice"
        " it early and contain the damage, or accept it with a name beside it. Each has its price. {lean}Leaving"
        " the tradeoff out is the third option without the name.",
        "“{quote}” ({at}) is written down as a risk and left there. How likely it is and how far it would spread"
        " decide which option is worth its cost. {lean}So I'd ask for three lines: likelihood, damage, and what we"
        " do. A mitigation that nobody has priced is only a wish.",
    ),
    "decision": (
        "“{quote}” ({at}) is an architectural decision, and I'd record it as one. The notes show neither the"
        " options that were weighed nor why this one won. If there was a comparison, two lines of it are enough."
        " If there was none, the decision is still open, and the risk is that it's reopened when that costs most.",
        "A choice without its tradeoff: “{quote}” ({at}). Something was given up for it, time, money or a way"
        " back, and the notes don't say what. Put the best option that lost beside it, with the reason; then the"
        " next person who doubts it doesn't have to start over.",
    ),
    "alternatives": (
        "“{quote}” ({at}) is the only option that I find. Doing nothing and doing half of it are options too, and"
        " each of them loses for a reason that fits in a line. Without those lines the tradeoff is invisible, and"
        " the first hard question after the start brings the whole choice back.",
    ),
    "risks": (
        "I read to the end and found no risk. “{quote}” ({at}) changes something that works in some fashion today,"
        " so something can break. Three places to look before an option is fixed: the switch itself, whatever"
        " depends on it, and the way back. Each needs a likelihood, a damage and a mitigation.",
    ),
    "date": (
        "“{quote}” ({at}) has no date around it, and so the tradeoff between scope and time can't be made. Two"
        " options: fix a day and let the scope follow, or fix the scope and accept the day that comes out. Leaving"
        " both open is a risk of its own, because everybody assumes a different pair.",
    ),
    "source": (
        "“{quote}” ({at}) carries weight in the argument and names no source. There are two options: somebody"
        " brings the measurement, or the sentence goes and the case has to stand without it. The tradeoff is a day"
        " of looking things up against the risk of a plan that rests on hearsay.",
    ),
    "load": (
        "“{quote}” ({at}) gives no figure, so every option can claim to meet it. How much, under which load,"
        " measured by whom: without these the feasibility is an opinion. The risk isn't that the sentence is"
        " false, but that we find out at a size where the other options are gone.",
        "I can't weigh “{quote}” ({at}). It may be cheap, or it may decide the whole design, and the difference is"
        " a number that the notes don't have. One measurement, however rough, would turn it from a hope into a"
        " constraint that options can be compared against.",
    ),
    "choice": (
        "“{quote}” ({at}) is where the notes come closest to a tradeoff. I'd put it next to the decision that it"
        " belongs to, with the option that avoids it and what that one would cost. A tradeoff that's written down"
        " costs nothing to revisit; the risk is in those that aren't.",
    ),
    "answered_risk": (
        "“{quote}” ({at}) stands among the risks. What I'd still weigh is the price of an answer to it: who"
        " watches, what it costs when nothing happens, and which option is left when it comes too late. A"
        " mitigation without these three is a tradeoff that nobody has looked at.",
    ),
    "measured": (
        "“{quote}” ({at}) is a real figure, and I'd build on it. It tells how large the prize is, so it also tells"
        " how much an option may cost. Beside each option I'd write the share of that figure which it can win; one"
        " that wins little isn't worth its risk.",
    ),
    "question": (
        "This step asks: “{text}” I find nothing on it in the notes. {near}Two options: somebody who knows fills"
        " it in now, or it goes on the list with a name. The tradeoff is an hour today against the risk that"
        " whatever rests on the gap has to be undone.",
        "“{text}” is a question that this step should close, and no option for it is on paper. {near}I'd rather"
        " see two rough answers with their risks than one that's polished too late, because the tradeoff between"
        " them is what the decision will be about.",
    ),
    "answered": (
        "On “{text}” the notes commit themselves: “{quote}” ({at}). I'd record the option that this rules out,"
        " because it's ruled out from here on. If the tradeoff was meant, one more clause says so; if it wasn't,"
        " this is the cheapest moment to see the risk.",
    ),
}
INTERFACE: dict[str, tuple[str, ...]] = {
    "terms": (
        "{Terms}: used, never defined. “{quote}” ({at}) can't become part of a contract while two readers may fill"
        " it differently. Needed is one definition at the first use, with the values that it can take. Given a"
        " term without one, when two modules exchange it, then the error shows up in operation and nowhere before.",
    ),
    "untestable": (
        "“{quote}” ({at}) has no test. A contract needs three parts: given a named state, when a named event"
        " happens, then a result that a machine can compare. “{term}” is none of the three. Without the last part"
        " an implementation can neither pass nor fail, and an error report has nothing to refer to.",
        "There's no threshold in “{quote}” ({at}). Given any implementation at all, when it's checked against this"
        " sentence, then it passes. Needed: a value, its unit and where it's measured. Otherwise the interface"
        " promises something that no error can ever contradict.",
    ),
    "todo": (
        "“{quote}” ({at}) is a marked gap, and everything behind it inherits the gap. Given that it stays open,"
        " when the first error arrives there, then nobody is defined to handle it. What closes it fits in one line"
        " of the contract: the value, who supplies it, and by when.",
        "Also unspecified: “{quote}” ({at}). I'd list it as an open entry of the contract rather than let it hide"
        " in the text. Such an entry needs an owner and a default that holds until it's filled; without a default,"
        " an implementer will invent one.",
    ),
    "dangling": (
        "“{quote}” ({at}) points to something that isn't there. For an implementer that's an unresolved reference:"
        " what was specified in that place isn't specified at all. Either the target is added, or its content"
        " moves into this sentence. In a build, a missing symbol is an error; in a contract it should be one too.",
    ),
    "passive": (
        "“{quote}” ({at}) has no actor. A contract has a caller and a callee: which part does it, on which event,"
        " and what it returns when it can't. Rewritten with a subject, the sentence shows its error path by"
        " itself; as it stands, each side may assume that the other one does it.",
    ),
    "hedge": (
        "“{quote}” ({at}) allows two behaviours, and an interface can promise one. Given that the condition isn't"
        " written down, when a caller relies on the first and gets the second, then neither side is in error."
        " State the condition, or drop the half that isn't meant.",
    ),
    "error_path": (
        "“{quote}” ({at}) specifies the good case only. Given the same step, when the other side doesn't answer or"
        " answers too late, then the section says nothing. I'd add three lines to the contract: which error it is,"
        " who receives it, and what state is left behind.",
        "The same gap at “{quote}” ({at}): what goes in and what comes out is clear, what comes back on an error"
        " isn't. Timeout, duplicate and refusal are three different answers, and a caller has to react to each of"
        " them differently. None of them is in that section.",
    ),
    "contract": (
        "“{quote}” ({at}) is close to a test, so I'd finish it as one. Given the situation that it describes, when"
        " the rule is broken, then some part has to notice and return a defined error. The rule is there; who"
        " notices and which error it is, isn't.",
        "“{quote}” ({at}) sets a boundary. A contract says what happens on both sides of it and exactly on it:"
        " given the last allowed value, when one more comes, then which error? Three checks, three lines; so far"
        " the notes have the boundary and none of the checks.",
    ),
    "how": (
        "No section says how it works. “{quote}” ({at}) is a purpose, not a behaviour. For an interface too much"
        " is unspecified: which event starts it, which data go in, what comes out, and what is returned on an"
        " error. Four lines would do; without them every module boundary is guesswork.",
    ),
    "question": (
        "Not specified: “{text}” The step requires it, and I find no sentence that covers it. {near}As an entry in"
        " the contract it needs three things: a value, an owner, and the error that applies until the value is"
        " there. Given none of them, an implementer has to guess.",
        "“{text}” has no entry in the notes. {near}Given that it stays that way, when two modules need the answer,"
        " then each will carry its own, and the error appears where they meet. One defined value with one owner"
        " closes it.",
    ),
    "answered": (
        "“{text}” is covered: “{quote}” ({at}). To turn it into a contract I'd write it as given, when, then, and"
        " add the case that it doesn't name. Given the same start, when the step is refused, then which error is"
        " returned? That half is missing near it.",
    ),
}
# How a lens that has no words of its own for a point says it.
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
BY_FAMILY = {"value": VALUE, "tradeoff": TRADEOFF, "interface": INTERFACE, "own": OWN}

"""What the three might say at a roundtable, on many subjects: written by hand to try the tilt on (C42)."""

MAYA = [
    "Who is waiting while a payment is retried? “Within a day” may be fine for a gym membership. Take "
    "the woman who renews her bus pass at six in the morning: she doesn't have a day. I'd want to know "
    "how many of our customers are in her place before anybody settles the interval.",
    "I hear agreement about three retries, and I can't yet tell what it means for the person whose card "
    "was declined. Does she see anything? Is she embarrassed at a till? So what changes for her is the "
    "part that's missing, and it is the part she'll judge us by.",
    "“Easy to use” isn't something that anybody can accept or refuse. Picture a volunteer who opens the "
    "rota once a month on an old phone. If she finds her shift without calling the coordinator, it "
    "works. That's the criterion, and today's number of calls is what we'd compare it with.",
    "What do people do today when the export fails? If they copy the table by hand, we know what it "
    "costs: an afternoon a week for two accountants. If they simply go without, then the need may be "
    "smaller than these notes suppose, and something else should come first.",
    "To add to what Alex said about doing less: which half would be missed? I can name somebody for the "
    "search. I can't name one person who asked for the colour labels. Unless somebody can, I'd move "
    "them out of Must and see whether anyone complains.",
    "The notes start from a dashboard. Why a dashboard? Behind it there must be a morning on which "
    "someone decided wrongly because a number came too late. Tell me that morning: who decided, what "
    "was missing, what did it cost? Then we'll see whether a single mail at seven would do.",
    "Alex and I see this differently. He wants to begin with the large sites because they are fewer. "
    "The pain is in the small ones, where one nurse does the ordering beside everything else. If the "
    "goal is fewer empty shelves, success is measured there, and that's where I would begin.",
    "“All users get a notification.” Everyone, at once, for what? A tenant whose heating is off needs "
    "to hear within minutes; the one in the next house doesn't need to hear at all. How would either of "
    "them notice that we've got it right? The notes don't tell these two people apart.",
    "Imagine a teacher on the last evening before reports are due. She has marked thirty of thirty-two "
    "and the page logs her out. What happens to the thirty? For her this decides whether the tool can "
    "be trusted, and no acceptance criterion in section two mentions it.",
    "I agree with Jordan that the message has to say what went wrong, and the reason is the customer: "
    "whoever reads “declined” calls her bank, whoever reads “try another card” pays. The second one is "
    "worth money to us and an evening to her. Which of the two do we want to stand there?",
    "Nobody in these notes is named as having asked for this. There's a deadline, there's a budget, "
    "there are four screens. Whose trouble ends in June? Until I can point at that person I'd treat "
    "each of the screens as a guess, and I'd ask three of the buyers before I drew a fifth.",
    "The plan counts delivered reports. A report that nobody opens is delivered as well. What would the "
    "head of the clinic stop doing if she had it? If the answer is the Friday phone round, then the "
    "round's disappearing is our success, and we can look for it after four weeks.",
]
ALEX = [
    "Two ways lead there. We retry inside the checkout, which is one change and ties up a connection "
    "for each customer; or a job retries later, which costs us a queue to look after and survives a "
    "restart. At today's load I'd take the first, and move once a measurement says that connections run "
    "short.",
    "The nightly window is the constraint that decides this. Import, backup and index share it, and "
    "together they take five of six hours. Whatever we add there competes with the backup. The "
    "alternative is to import in small portions over the day: slower in total, but nothing else waits "
    "for it.",
    "Maya mentioned the small sites. From a feasibility perspective, that means forty installations "
    "instead of six, each with its own version. The cost isn't in building it but in the roll-out. I'd "
    "bring them to one version first and count that as part of the price.",
    "“Replace the reporting database” sounds like one step. The map says otherwise: billing reads from "
    "it, two partners read from it, and nobody owns the second of these connections. The blast radius "
    "is larger than the section admits. I'd put a view in front first, so that we can go back on any "
    "day.",
    "What we'd give up by buying is the price list: the product can't hold more than two tiers. What "
    "we'd give up by building is a year. If two tiers are enough until next summer, buy, and write down "
    "when the decision is looked at again. If not, buying only postpones the migration.",
    "The risk I'd put first is the cut-over weekend. Likelihood: medium, we've done it once. Reach: all "
    "bookings. The notes have no way back after Saturday noon. A mitigation would be to run both for "
    "two weeks and compare; it doubles the hosting for half a month, and that's cheap for what it "
    "insures.",
    "I'd leave the cache out. It buys perhaps a second on a page that is opened ten times a day, and it "
    "brings a new way to be wrong: old prices. Should the page be opened ten thousand times, the "
    "picture changes, and adding a cache later is easy. Removing one never is.",
    "Jordan raises a good point. However, if we spell out each failure of the partner now, we tie "
    "ourselves to this one partner. The simpler route is a single adapter with three outcomes: done, "
    "later, no. It loses detail, and it lets us change the partner without touching the rest. I'd trade "
    "the detail.",
    "This is an architectural decision: whether the rooms' state lives on the server or on the tablets. "
    "On the server, a dropped line stops the front desk. On the tablets, two desks can sell one room. "
    "The notes choose the server without saying why; with that hotel's line I'd choose the other and "
    "settle conflicts at night.",
    "The requirement says “immediately”. For the system that means pushing instead of asking every "
    "minute, and with it open connections, a proxy that tolerates them, and someone who watches them. "
    "One minute costs none of that. Before we pay for immediacy I'd offer the minute and see who "
    "objects.",
    "Building on Maya's point about the volunteer: if old phones count, the heavy client falls away as "
    "an option, and with it offline work. That narrows it to pages from the server. It scales well "
    "enough, it's the smaller thing to run, and it can still grow an offline part for those who turn "
    "out to need it.",
    "Nothing in the plan depends on the new identity service except the date. Take it out, keep the "
    "present login for one release, and the chain of three teams shrinks to one. We lose single sign-on "
    "for a quarter. I think that's a fair exchange for a plan that no longer fails with somebody else's "
    "schedule.",
]
JORDAN = [
    "“Retry up to three times” leaves the count open: three in total, or the first and three more? It "
    "also lacks the interval and what ends it. Given a declined card, when the third attempt fails, "
    "then the order is in state `unpaid` and no fourth call leaves the system. That line is missing.",
    "The notes name one result of the import: success. A row can also be malformed, known already, or "
    "refer to a customer who doesn't exist. Each needs an answer: is it rejected alone, or with its "
    "whole file? As written, an implementation may stop at row one or skip it silently, and both follow "
    "the text.",
    "As a contract I'd write `hold(room, from, to) -> Hold | Taken | Closed`. `from` and `to` are dates "
    "without a time, `to` excluded. What the notes call “free” then has one meaning. Unspecified "
    "remains how long a hold lasts and who releases it when the caller disappears.",
    "Alex mentioned three outcomes for the partner. From an error handling perspective, `later` is the "
    "hard one: it needs the time of the next attempt, an upper bound, and the state in between. A "
    "caller that sees the order in between has to get `pending`, not an empty field. Otherwise each of "
    "the two screens will guess differently.",
    "“The report is sent on the last day of the month.” In which time zone, and at what time? A month's "
    "last day is over in one office while it lasts in another. I'd make it a timestamp in UTC and let "
    "the office be a parameter. A test can then set the clock; with the sentence as it is, it can't.",
    "Unspecified: two people save the same plan. Last write wins is one reading, a refusal is another. "
    "With a version number in the request the second one gets `409` and the current text, and nothing "
    "is lost. Without that field the server cannot even detect it.",
    "The field `status` has five values in the table and seven in the text. `parked` and `void` occur "
    "nowhere else, so whoever reads them has to invent a transition. Either they go, or the table gets "
    "two rows with the event that leads into each and the one that leads out.",
    "“Validated on entry” doesn't say what is rejected. Length, characters, duplicates, and the empty "
    "string are four rules with four messages. Given a name of 61 characters, when it is submitted, "
    "then the response lists the field and the limit, and nothing is stored. I'd want such a line for "
    "each rule.",
    "Maya raises a good point. However, “learns at once” needs a bound before it can be checked. Let "
    "the interface carry the time of the event and the time of display; the difference is what a test "
    "compares. If the message arrives twice, the second is dropped by its id. If it arrives late, it is "
    "shown with its own time.",
    "What the export does on a full disk isn't described. The file is half written then, and the next "
    "job picks it up as complete. Write it under another name and rename it at the end: readers see all "
    "of it or nothing. The error goes to the caller with the number of bytes missing.",
    "`user` means the account in section one and the person in section three. An account can have two "
    "people, so the limit of five downloads is ambiguous: five each, or five together? The schema needs "
    "both ids, and the limit has to say which one it counts. Until then each module is free to choose.",
    "The module that prices an order reads the customer's table directly. That is an input nobody "
    "declared: if a column there is renamed, prices break and no test of either side notices. Pass the "
    "two values that it needs as parameters. Then an invalid one is an error at the boundary and not a "
    "wrong sum.",
]
SAID = {"business-analyst": MAYA, "solutions-architect": ALEX, "system-designer": JORDAN}

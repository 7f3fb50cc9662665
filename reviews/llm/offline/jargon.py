"""Words that a reader from outside the trade will not know.

Looks for terms of art of engineering and of management, from a general vocabulary and by how rare a word
is in English, and reports the first use of each. Leaves alone words that the document explains, names,
code, and a document's own subject: a word that comes again and again is what the text is about, not an
aside in jargon.
"""

import re
from collections import Counter
from collections.abc import Iterator

from wordfreq import zipf_frequency

from reviews.llm.offline.document import Document, Sentence
from reviews.llm.offline.finding import Finding, few_words, make

# Terms of art, as patterns over their forms. Everyday computing words (server, cache, cluster) are not in it.
TERMS = re.compile(
    r"\b(?:idempoten(?:t|cy|ce|tly)|quorums?|back-?pressure|memoi[sz](?:ation|e[ds]?|ing)|fan-?(?:out|in)"
    r"|tombston(?:e[sd]?|ing)"
    r"|copy-on-write|write-ahead|write-(?:through|behind|back)|read-through|shard(?:s|ed|ing)?"
    r"|mutex(?:es)?|semaphores?"
    r"|lineari[sz]ab(?:le|ility)|seriali[sz]ab(?:le|ility)|eventual(?:ly)?\s+consisten(?:t|cy)"
    r"|split-?brain|gossip\s+protocol"
    r"|consistent\s+hashing|bloom\s+filters?|merkle\s+trees?|circuit\s+breakers?|bulkheads?\s+pattern"
    r"|thundering\s+herd"
    r"|dead-?letter(?:\s+queues?)?|poison\s+(?:pills?|messages?)|head-of-line\s+blocking|hot-?spotting"
    r"|cold\s+starts?"
    r"|warm\s+standby|hot\s+standby|blue[-/ ]green|canary\s+(?:releases?|deploy\w*|rollouts?)"
    r"|dark\s+launch\w*|side-?cars?"
    r"|service\s+mesh(?:es)?|control\s+plane|data\s+plane|east-west|north-south\s+traffic|egress|ingress"
    r"|anycast|multicast"
    r"|heartbeats?\s+intervals?|leader\s+election|two-phase\s+commit|sagas?\s+pattern|event\s+sourcing"
    r"|change\s+data\s+capture"
    r"|materiali[sz]ed\s+views?|denormali[sz]\w+|upsert\w*|compaction|vacuuming|write\s+amplification"
    r"|read\s+repair"
    r"|cardinality|percolat\w+|debounc\w+|throttl(?:e[sd]?|ing)|rate[- ]limit(?:er|ing)"
    r"|exponential\s+back-?off|jitter"
    r"|hysteresis|ephemeral|heuristics?|stochastic|orthogonal(?:ity|ly)?|isomorphi\w+|monads?|currying"
    r"|homoiconic\w*"
    r"|covarian(?:t|ce)|contravarian(?:t|ce)|polymorphi(?:c|sm)|reification|reif(?:y|ied)|tail[- ]call"
    r"|short-circuit\w*"
    r"|monotonic(?:ally)?|deterministic(?:ally)?|commutativ\w+|associativity|transitive\s+closure"
    r"|topological\s+sort\w*"
    r"|bi-?temporal|time-?series|vector\s+clocks?|lamport\s+clocks?|clock\s+skew|hydrat(?:e[sd]?|ion|ing)"
    r"|tree-?shak\w+"
    r"|transpil\w+|bytecode|syscalls?|kernel\s+space|page\s+faults?|zero-copy|lock-free|wait-free"
    r"|spin-?locks?|busy-wait\w*"
    r"|garbage\s+collect\w+|stop-the-world|reference\s+counting|escape\s+analysis|inlining|vectori[sz]\w+"
    r"|prefetch\w*"
    r"|checksums?|nonces?|entropy|zero-knowledge|key\s+rotation|envelope\s+encryption|salted\s+hash\w*"
    r"|air-?gapped"
    r"|blast\s+radius|toil|bus\s+factor|technical\s+debt|yak[- ]shav\w+|bikeshed\w*|dogfood\w*|greenfield"
    r"|brownfield"
    r"|strangler(?:\s+fig)?|anti-corruption\s+layer|bounded\s+contexts?|ubiquitous\s+language"
    r"|domain[- ]driven"
    r"|hexagonal\s+architecture|inversion\s+of\s+control|dependency\s+injection|facade\s+pattern"
    r"|monorepos?|polyrepos?"
    r"|amortized|amortised|synerg\w+|north\s+star|swim-?lanes?|burn-?down|burn\s+rate|t-shirt\s+siz\w+"
    r"|churn\s+rate"
    r"|net\s+promoter|flywheel|land-and-expand|upsell\w*|runway|EBITDA|accrual\w*|fat[- ]tail\w*"
    r"|heteroscedastic\w*"
    r"|embeddings?|tokeni[sz](?:er|ation)|inference\s+engine|fine-?tun\w+|hyper-?parameters?"
    r"|gradient\s+descent"
    r"|back-?propagation|quanti[sz](?:ation|ed)|over-?fitting|multi-?tenan(?:t|cy)|stateless(?:ness)?"
    r"|stateful(?:ness)?"
    r"|immutab(?:le|ility)|append-only|soft[- ]delet\w+|at-least-once|at-most-once|exactly-once|pub/?sub"
    r"|message\s+brokers?|long[- ]polling|web-?hooks?|round-?robin|sticky\s+sessions?"
    r"|graceful\s+degradation|fail-?over"
    r"|fencing\s+tokens?|read\s+replicas?|connection\s+pool\w*|warm-?up\s+cache|cache\s+stampede"
    r"|stale-while-revalidate"
    r"|race\s+conditions?|deadlocks?|livelocks?|reentran(?:t|cy)|re-entran(?:t|cy)|daemoni[sz]\w+"
    r"|cron(?:\s?jobs?)?)\b",
    re.IGNORECASE,
)
_EXPLAINED = re.compile(
    r"\s*(?:\(|[—–]|,\s+(?:that\s+is|i\.e\.|or|meaning|which\s+(?:means|is))|\s+(?:means|is\s+(?:a|an|the"
    r"|when)|are)\s)"
)
_COMMON = 2.0
_SUBJECT = 4
_AFFIXES = re.compile(
    r"^(?:re|un|non|pre|sub|multi|inter|over|under|de|co|auto|super|meta|mis|dis|anti|pseudo)-?"
)
_ENDINGS = re.compile(
    r"(?:ization|isation|ability|ibility|izing|ising|ness|ments?|able|ible|ers?|ors?|ing|ed|ly|s)$"
)


def find(document: Document) -> Iterator[Finding]:
    """One finding per term, at its first use."""
    counts = Counter(word.lower() for s in document.sentences for word in s.words)
    seen: set[str] = set()
    for sentence in document.sentences:
        if sentence.kind == "heading" or sentence.block.quoted:
            continue
        for start, end in _terms(sentence, counts):
            term = sentence.plain[start:end]
            key = _stem(term)
            if (
                key not in seen
                and counts[term.lower()] < _SUBJECT
                and not _EXPLAINED.match(sentence.plain, end)
            ):
                seen.add(key)
                yield _finding(document, sentence, start, end)


def _terms(sentence: Sentence, counts: Counter[str]) -> Iterator[tuple[int, int]]:
    for match in TERMS.finditer(sentence.plain):
        if not match.group()[:2].isupper() and not _in_name(sentence.plain, match.start(), match.end()):
            yield match.start(), match.end()


def _in_name(plain: str, start: int, end: int) -> bool:
    """A capital in the middle of a sentence marks a name, which is not ours to explain."""
    return plain[start].isupper() and bool(plain[:start].strip(" *-•\"'“‘("))


def _stem(term: str) -> str:
    return re.sub(r"[\s-]+", "", term.lower())[:7]


def is_rare(word: str) -> bool:
    """Whether a lower-case word and the word it is made from are rare in English."""
    forms = {word, _AFFIXES.sub("", word), _ENDINGS.sub("", word), _ENDINGS.sub("e", word)}
    return all(zipf_frequency(form, "en") < _COMMON for form in forms if len(form) > 2)


def _finding(document: Document, sentence: Sentence, start: int, end: int) -> Finding:
    term = sentence.text[start:end]
    return make(
        "jargon",
        term,
        document.place(sentence.start + start),
        f"“{' '.join(term.split())}” is a specialist's word that the text does not explain.",
        f"What does “{' '.join(term.split())}” mean in plain words in “{few_words(sentence.text)}”?",
        0.5,
    )

"""Words that a reader from outside the trade will not know.

Looks for terms of art of engineering and of management, from a general vocabulary, and reports the first use of each;
the rarer a term is in English, the surer. (Rarity alone was tried: it found misspellings and people's handles.)
Leaves alone words that the document explains, names, code, and a document's own subject: a word that comes again and
again is what the text is about, not an aside in jargon.
"""

import re
from collections import Counter
from collections.abc import Iterator

from wordfreq import zipf_frequency

from reviews.language.prose import any_case
from reviews.language.reading.document import Document, Sentence
from reviews.language.reading.signals import any_of
from reviews.offline.finding import Finding, few_words, make

# Terms of art by field. Everyday computing words (server, cache, cluster) are not in them.
_CONSISTENCY = r"""
    hash_rings? sagas? (?:optimistic|pessimistic)_lock\w* lock_contention epoch_numbers? fenc(?:ed|ing)_(?:by|off)
    idempoten(?:t|cy|ce|tly) quorums? lineari[sz]ab(?:le|ility) seriali[sz]ab(?:le|ility)
    eventual(?:ly)?_consisten(?:t|cy) split-?brain gossip_protocols? consistent_hashing bloom_filters?
    merkle_(?:trees?|proofs?|roots?) vector_clocks? lamport_clocks? clock_skew leader_election
    two-phase_commit sagas?_pattern fencing_tokens? snapshot_isolation write_skew crdts? at-least-once
    at-most-once exactly-once byzantine state_machine_replication
"""
_STORAGE = r"""
    tombston(?:e[sd]?|ing) copy-on-write write-ahead write-(?:through|behind|back) read-through
    shard(?:s|ed|ing)? event_sourc(?:ing|ed) change_data_capture materiali[sz]ed_views? denormali[sz]\w+
    upsert\w* compaction write_amplification read_repair cardinality bi-?temporal append-only
    soft[-_]delet\w+ read_replicas? immutab(?:le|ility) cache_(?:stampede|coherence|invalidation)
    stale-while-revalidate check-?pointing garbage[-_]collect\w+ dedupl\w+
"""
_LOAD = r"""
    back-?pressure fan-?(?:out|in) circuit_breakers? thundering_herd dead-?letter(?:_queues?)?
    poison_(?:pills?|messages?) head-of-line_blocking hot-?spotting cold_starts? (?:warm|hot)_standby
    load_shedding tail_latency throttl(?:e[sd]?|ing) debounc\w+ rate[-_]limit(?:er|ers|ing)
    exponential_back-?off jitter hysteresis round-?robin sticky_sessions? graceful_degradation fail-?over
    coalesc(?:e[sd]?|ing) (?:de)?multiplex\w* quiesc\w+ message_brokers? long[-_]polling web-?hooks?
    pub/?sub service_mesh(?:es)? side-?cars? (?:control|data)_planes? east-west north-south egress ingress
    anycast multi-?tenan(?:t|cy) stateless(?:ness)? stateful(?:ness)? (?:re-?)?hydrat(?:e[sd]?|ion|ing)
    air-?gapped blue[-/_]green canary_(?:releases?|deploy\w*|rollouts?) dark_launch\w* connection_pool\w*
    blast_radius
"""
_CODE = r"""
    memoi[sz](?:ation|e[ds]?|ing) mutex(?:es)? semaphores? futex(?:es)? race_conditions? deadlocks?
    livelocks? thunks? shims? lock-free wait-free spin-?locks? busy-wait\w* re-?entran(?:t|cy) zero-copy
    thread[-_]safe(?:ty)? syscalls? bytecode transpil\w+ polyfill\w* tree-?shak\w+ inlin(?:ing|ed)
    vectori[sz]\w+ prefetch\w* page_faults? daemoni[sz]\w+ stop-the-world reference_counting
    escape_analysis tail[-_]calls? short-circuit\w* dependency_injection inversion_of_control
    covarian(?:t|ce) contravarian(?:t|ce) polymorphi(?:c|sm) reification reif(?:y|ied) monads? currying
    homoiconic\w* isomorphi\w+ (?:un|de)?marshall(?:ing|ed) monorepos? polyrepos? reconcilers?
    finali[sz]ers? cron(?:_?jobs?)? n\+1_(?:query|queries|problem)
"""
_THEORY = r"""
    ephemeral heuristics? stochastic orthogonal(?:ity|ly)? monotonic(?:ally)? deterministic(?:ally)?
    commutativ\w+ associativity transitive_closure topological_sort\w* checksums? nonces? entropy
    zero-knowledge key_rotation envelope_encryption salted_hash\w* amorti[sz]ed embeddings?
    tokeni[sz](?:er|ers|ation) fine-?tun\w+ hyper-?parameters? gradient_descent back-?propagation
    quanti[sz](?:ation|ed) over-?fitting heteroscedastic\w*
"""
_MANAGEMENT = r"""
    synerg\w+ north_star swim-?lanes? burn-?down burn_rate t-shirt_siz\w+ churn_rate net_promoter_scores?
    flywheel land-and-expand upsell\w* EBITDA accrual\w* bus_factor technical_debt yak[-_]shav\w+
    bikeshed\w* dogfood\w* toil greenfield brownfield strangler(?:_fig)? anti-corruption_layer
    bounded_contexts? ubiquitous_language domain[-_]driven hexagonal_architecture
"""
TERMS = any_case(rf"\b{any_of(_CONSISTENCY + _STORAGE + _LOAD + _CODE + _THEORY + _MANAGEMENT)}(?![\w¤])")
_EXPLAINED = re.compile(
    r"\s*(?:\(|[—–]|,\s+(?:that\s+is|i\.e\.|or|meaning|which\s+(?:means|is))|\s+(?:means|is\s+(?:a|an|the"
    r"|when)|are)\s)"
)
_SUBJECT = 4


def find(document: Document) -> Iterator[Finding]:
    """One finding per term, at its first use."""
    counts = Counter(word.lower() for sentence in document.sentences for word in sentence.words)
    seen: set[str] = set()
    for sentence in document.sentences:
        if sentence.kind == "heading" or sentence.block.quoted:
            continue
        for match in TERMS.finditer(sentence.plain):
            key = re.sub(r"[\s-]+", "", match.group().lower())[:7]
            if key not in seen and counts[match.group().lower()] < _SUBJECT and _needs_words(sentence, match):
                seen.add(key)
                yield _finding(document, sentence, match)


def _needs_words(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether the term is neither a name nor explained on the spot."""
    inside = sentence.plain[: match.start()].strip(" *-•\"'“‘(")
    is_name = match.group()[0].isupper() and bool(inside)
    return not is_name and not _EXPLAINED.match(sentence.plain, match.end())


def _finding(document: Document, sentence: Sentence, match: re.Match[str]) -> Finding:
    term = " ".join(sentence.text[match.start() : match.end()].split())
    return make(
        "jargon",
        sentence.text[match.start() : match.end()],
        document.index.place(sentence.start + match.start()),
        f"“{term}” is a specialist's word that the text does not explain.",
        f"What does “{term}” mean in plain words in “{few_words(sentence.text)}”?",
        0.7 - zipf_frequency(term, "en") / 20,
    )

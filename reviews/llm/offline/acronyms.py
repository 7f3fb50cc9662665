"""Acronyms that are never spelled out.

Looks for a capital abbreviation in prose whose meaning is given nowhere in the document: not as "long
form (LF)", "LF (long form)", "LF: …", "LF stands for …", nor in a glossary table or list. Leaves alone
what most readers know (units, the web's everyday terms, well-known bodies), words in capitals for
emphasis, names in code, and every use but the first: one acronym is one finding.
"""

import re
from collections.abc import Iterator

from reviews.llm.offline.document import Document, Sentence
from reviews.llm.offline.finding import Finding, few_words, make
from reviews.llm.offline.signals import vocabulary

_ACRONYM = re.compile(
    r"(?<![\w.¤@#$/\\<-])[A-Z](?:[A-Z0-9]|&(?=[A-Z])){1,6}(?=s?(?![\w¤]|[-.:/\\_]\w|-))(?!>)"
)

KNOWN = vocabulary(
    """
    AI API APIS ASAP ASCII ATM AWS B2B BBC CD CEO CFO CIO COO CPU CSS CSV CTO DIY DNA DNS DVD ECB EOF EU
    FAQ FBI FTP GB GBP GDP GIF GMT GNU GPL GPS GPU GUI HR HTML HTTP HTTPS IBM ID IDE IDS II III IMAP IP
    IPO ISBN ISO IT IV JPEG JPG JSON KB LAN LED MB MIT MP3 MS NASA NATO NGO OECD OK OS PC PDF PHP PIN PM
    PNG PR PS QA QR RAM RFC ROM RSS SDK SIM SMS SMTP SQL SSD SSH SSL SVG TB TCP TLS TV UDP UI UK UN URI
    URL URLS US USA USB USD UTC UTF UTF8 UX VAT VIP VM VPN WAN WHO WWW XML YAML ZIP AM EUR CLI HDD ISP
    EDT EST PST PDT CET CEST PT ET II VI VII VIII IX XI XII JS TS IPV4 IPV6 BSD FYI TLDR OSS FOSS REST
    SHA SHA1 SHA256 MD5 CI CRUD UTF16 CNCF IETF W3C IEEE I/O IO TODO TBD FIXME XXX XX NB PS
    """
)
# Capitals for emphasis: the words of RFC 2119 and what people shout in notes.
_EMPHASIS = vocabulary(
    """
    MUST NOT SHALL SHOULD MAY MIGHT REQUIRED OPTIONAL RECOMMENDED AND OR NOT NO YES ALL ANY BEFORE AFTER
    ONLY NOTE WARNING IMPORTANT NEVER ALWAYS WILL CAN CANNOT IF THEN ELSE THE A AN IS ARE BE DO DONE WIP
    NEW OLD GET PUT POST DELETE PATCH HEAD TRUE FALSE NULL ON OFF IN OUT TO FOR WITH END START STOP
    ERROR INFO DEBUG WARN FATAL README BUT BOTH EACH EVERY SOME MORE LESS TBC NA N/A OPEN BOLD THIS THAT
    """
)


def find(document: Document) -> Iterator[Finding]:
    """One finding per acronym, at its first use in prose."""
    first: dict[str, tuple[Sentence, int]] = {}
    for sentence in document.sentences:
        if sentence.kind == "heading" and not sentence.text[:1].isdigit() and sentence.plain.isupper():
            continue
        for match in _ACRONYM.finditer(sentence.plain):
            if sentence.kind != "heading":
                first.setdefault(match.group(), (sentence, match.start()))
    if not first:
        return
    explained = _explained(document, frozenset(first))
    for term, (sentence, at) in first.items():
        if not _is_known(term) and term not in explained:
            yield _finding(document, term, sentence, at)


def _is_known(term: str) -> bool:
    digits = sum(c.isdigit() for c in term)
    return term in KNOWN or term in _EMPHASIS or digits * 2 >= len(term)


def _finding(document: Document, term: str, sentence: Sentence, at: int) -> Finding:
    return make(
        "acronym",
        term,
        document.place(sentence.start + at),
        f"“{term}” is used without ever being spelled out.",
        f"What does “{term}” stand for in “{few_words(sentence.text)}”, and does a reader need it?",
        0.75,
    )


def _explained(document: Document, terms: frozenset[str]) -> frozenset[str]:
    """The terms whose long form stands somewhere in the document."""
    found: set[str] = set()
    for block in document.blocks:
        if block.kind in ("code", "html", "comment"):
            continue
        for match in _ACRONYM.finditer(block.plain):
            term = match.group()
            if (
                term in terms
                and term not in found
                and _explains(block.plain, match.start(), match.end(), term)
            ):
                found.add(term)
    return frozenset(found)


def _explains(plain: str, start: int, end: int, term: str) -> bool:
    """Whether the words around one use of a term give its long form."""
    before, after = plain[max(0, start - 120) : start], plain[end : end + 120]
    if re.match(r"s?\s*(?:\(|[:=–—-]\s|,?\s+(?:stands?\s+for|means|short\s+for|i\.e\.|or)\s|\s*\()", after):
        return _initials_fit(term, re.split(r"[).;]", after.lstrip("s (:=–—-"))[0]) or bool(
            re.match(r"s?,?\s+(?:stands?\s+for|means|is\s+short\s+for)\s", after)
        )
    if re.search(r"[(\[“\"',/–—-]\s*$", before) or re.search(r"\b(?:or|as|called|short|aka)\s*$", before):
        return _initials_fit(term, " ".join(before.split()[-12:]))
    return False


def _initials_fit(term: str, words: str) -> bool:
    """Whether the term's letters are, in order, first letters or inner letters of these words."""
    letters = [c.lower() for c in term if c.isalpha()]
    text = words.lower()
    position = -1
    found = re.findall(r"[a-z0-9]+", text)
    if len(found) < 2 and len(text) < len(term) + 2:
        return False
    initials = "".join(word[0] for word in found)
    if "".join(letters) in initials:
        return True
    for letter in letters:
        position = text.find(letter, position + 1)
        if position < 0:
            return False
    # A loose fit counts only when the long form starts as the term does.
    return any(word.startswith(letters[0]) for word in found)

"""What only ELM or a model's app writes, as patterns for folded text: markers, delimiters, turns and records."""

import re

MARKER_LINE = re.compile(
    r"^[ \t>*_`#-]{0,8}(?:<!--[ \t]{0,8})?\[satisfied\](?:[ \t]{0,8}-->)?[ \t*_`.!]{0,8}$", re.MULTILINE
)
UNSEEN_MARKER = re.compile(r"<!--\s{0,8}\[satisfied\]")
TOKEN = re.compile(
    r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|(?:start|end)_header_id)\|>|\[/?inst\]|<</?sys>>"
    r"|<<(?:material|end) (?=[a-z]{0,63}\d)[a-z0-9]{8,64}[ >]"
)
TEMPLATE = re.compile(r"^#{2,3} ?instruction:[^\S\n]*$[\s\S]{0,600}?^#{2,3} ?response:", re.MULTILINE)
TURN = re.compile(
    r"^[ \t>*_#-]{0,8}turn \d{1,3} ?\([^\W\d]{2,30} [^()\n]{2,60}\)[*_ ]{0,3}:"
    r"|^[ \t>*_]{0,8}#\d{1,4} [^\W\d][^():\n]{1,60}\([^()\n]{2,60}\)[*_ ]{0,3}:",
    re.MULTILINE,
)
VERDICT_LINE = re.compile(r"^[ \t>]{0,8}\*\*verdict:\*\* (?:not )?ready", re.MULTILINE)
CLOSED_FENCE = re.compile(
    r"</(?:document|notes?|material|context|input|file|text|untrusted|user|data)>\s{0,8}"
    r"(?:<[/!]?(?:system|instructions?|developer|assistant)|(?:system|instructions?|developer|new task)\s?:)"
    r"|[-=#*]{2,40} ?end (?:of )?(?:the )?(?:documents?|notes?|materials?|context|input|files?|text|untrusted|user)"
    r"[^\n]{0,40}\s{0,8}\[?system(?: message)?[\]:\s]{1,4}"
    r"(?:the (?:document|review)|you\b|reply|answer|trusted|ignore|new)"
    r"|\bend of (?:the )?(?:documents?|notes?|materials?|context|input|files?|text)\W{1,8}"
    r"(?:new|next|real|actual|your) (?:task|instructions?|request|prompt)\W{0,3}:"
)
RECORD = re.compile(
    r"\{[^{}]{0,300}\"(?:stance|resolved_unknowns|got_right)\"\s?:"
    r"|\{[^{}]{0,300}\"verdict\"\s?:\s?\"ready\""
    r"|\{(?=[^{}]{0,300}\"topic\"\s?:\s?\"(?:problem|affected|why|why_now|how|tradeoffs|risks|inaction|evidence|ask)\")"
    r"[^{}]{0,300}\"status\"\s?:\s?\"(?:answered|waived)\""
)
ELABORATION = re.compile(r"<!--\s{0,8}elaboration:[^\n]{0,80}")
OWN_MARKER = re.compile(
    r"<!-- elaboration: step (?:\d{2}-\d{2}|topic), \d{4}-\d{2}-\d{2}t\d{2}:\d{2}:\d{2}\.\d{3}z -->"
)

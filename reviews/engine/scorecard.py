"""The topics that notes must settle before a decision: kept by code, never by a model's word alone."""

TOPICS: dict[str, str] = {
    "problem": "The problem",
    "affected": "Who is affected",
    "why": "Why it matters",
    "why_now": "Why now",
    "how": "How it works, in plain words",
    "tradeoffs": "Key trade-offs",
    "risks": "Risks",
    "inaction": "What happens if nothing is done",
    "evidence": "Evidence for the claims",
    "ask": "What is being asked of the reader",
}

"""How clearly texts show their voice, measured with the words that warnings of blending count too."""

from collections.abc import Mapping

from personas.blending import Voiced, voice_evidence


def keyword_tilt(text: str, voices: Mapping[str, Voiced]) -> dict[str, float]:
    """How much `text` leans towards each voice: shares by key that add up to 1, or all 0 when it shows none."""
    found = {key: max(voice_evidence(text, voice), 0.0) for key, voice in voices.items()}
    total = sum(found.values())
    return {key: score / total if total else 0.0 for key, score in found.items()}


def tilted_to(text: str, voices: Mapping[str, Voiced]) -> str:
    """The key of the voice that `text` leans to most, "" when it shows none or two alike."""
    scores = keyword_tilt(text, voices)
    best = max(scores.values(), default=0.0)
    leaders = [key for key, score in scores.items() if score == best]
    return leaders[0] if best and len(leaders) == 1 else ""

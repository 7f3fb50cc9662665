"""Long texts as they are kept and as later calls get to read them, with words that say what is missing."""

LONGEST_WHOLE = 6_000
"""Characters up to which a text is shown whole: three times what a persona is asked for at most."""
KEPT_BEGINNING, KEPT_END = 4_000, 2_000


def beginning_of(text: str, most: int) -> str:
    """`text` up to `most` characters, then in brackets how many more there were."""
    left = len(text) - most
    return f"{text[:most]}\n[{left} more characters left out]" if left > 0 else text


def shortened_text(text: str, place: str) -> str:
    """`text` for a prompt: whole up to 6,000 characters, otherwise its first 4,000 and its last 2,000 with words
    between that say how much is missing and that the whole text is `place`, such as "event 12"."""
    if len(text) <= LONGEST_WHOLE:
        return text
    missing = len(text) - KEPT_BEGINNING - KEPT_END
    between = f"… [shortened here: {missing:,} characters; the whole text is {place}] …"
    return f"{text[:KEPT_BEGINNING]} {between} {text[-KEPT_END:]}"

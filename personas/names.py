"""Names that nobody mistakes for another: no imitation of the app, of a person or of another persona.

How letters look is a small table, `words/names.toml`: the letters of other scripts that are drawn like Latin ones.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

TOGETHER = frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})
"""Scripts that names may mix: none of their letters is drawn like one of another."""
_DECEIVING = re.compile("[\u202a-\u202e\u2066-\u2069\u115f\u1160\u2800\u3164\uffa0]")
"""What turns the words beside a name around, and letters that are drawn as nothing."""


@cache
def read_words() -> tuple[frozenset[str], dict[str, str]]:
    """The names of the app as `look_of` gives them, and the look of each letter that is drawn like a Latin one."""
    path = Path(__file__).parent / "words" / "names.toml"
    words = tomllib.loads(path.read_text(encoding="utf-8"))
    letters = {letter: latin for latin, alike in words["alike"].items() for letter in alike}
    return frozenset(blur(name.casefold()) for name in words["reserved"]), letters


def look_of(name: str) -> str:
    """What a name looks like at a glance: "Мауа" in Cyrillic letters and "máya" are both "maya"."""
    letters = read_words()[1]
    plain = unicodedata.normalize("NFKD", name)
    seen = "".join(letters.get(c, c) for c in plain if unicodedata.category(c) not in ("Mn", "Cf"))
    folded = unicodedata.normalize("NFKD", seen.casefold())
    return " ".join("".join(c if c.isalnum() else " " for c in folded).split())


def blur(look: str) -> str:
    """A look without the difference of letters that are told apart only with care: "e1m" and "elm"."""
    return look.replace("rn", "m").replace("vv", "w").translate(str.maketrans("i105", "llos"))


def find_scripts(name: str) -> set[str]:
    """The scripts of the letters of a name, such as LATIN and CYRILLIC."""
    letters = (c for c in unicodedata.normalize("NFKC", name) if unicodedata.category(c)[0] == "L")
    return {unicodedata.name(c, "OTHER").split(" ")[0].split("-")[0] for c in letters} - {"MODIFIER"}


def is_of_app(name: str) -> bool:
    """Whether a name looks like one under which the app speaks."""
    return blur(look_of(name)) in read_words()[0]


def find_imitation(name: str, taken: Iterable[str], whose: str) -> str:
    """The sentence that says whom `name` imitates, "" for nobody: it hides letters, mixes scripts, looks like a name of
    the app, or like one of those that are `taken`; these belong to `whose`."""
    if _DECEIVING.search(name):
        return "This name has characters that nobody sees. Type it, instead of copying it."
    if len(scripts := find_scripts(name)) > 1 and not scripts <= TOGETHER:
        mixed = " and ".join(sorted(script.capitalize() for script in scripts))
        return f"“{name}” mixes letters of {mixed}, which can look alike. Use one script."
    if is_of_app(name):
        return f"“{name}” looks like a name that ELM itself uses. Choose another."
    look = look_of(name)
    if other := next((one for one in taken if look_of(one) == look), ""):
        return f"“{name}” looks like “{other}”, the name of {whose}. Choose another."
    return ""

"""Foreign source code is read in a worker process: grammars are programs in C, which a text may keep busy or break."""

from reviews.code.outline import OutlineEntry, outline
from reviews.code.units import SplitText, Strategy, split_by_blanks, split_text
from reviews.errors import WorkEnded
from reviews.workers.lanes import CODE


def read_units(text: str, language: str, strategy: Strategy = "auto") -> SplitText:
    """The units of a text (`split_units`), cut by blank lines, with a note that says so, when that came to no end."""
    try:
        return CODE.run(split_text, text, language, strategy, size=len(text))
    except WorkEnded as ended:
        return SplitText(split_by_blanks(text), str(ended))


def read_outline_of(text: str, language: str) -> list[OutlineEntry]:
    """The outline of a text. Raises WorkEnded, with a sentence for people, when that came to no end."""
    return CODE.run(outline, text, language, size=len(text))

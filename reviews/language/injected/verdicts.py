"""Whether a sentence tells whoever reads or rates the text what to say of it, or what to leave out. Standard library
only, for sentences of folded text.

"Reviewers rate each note" tells what they do, and "Reviewers should not list typos" what a rule is. It is an order when
it speaks of this very text, calls somebody, or gives a machine a verdict.
"""

import re
from collections.abc import Callable

from reviews.language.phrases import Phrases

_TELLS = ("rated", "left_out")


def verdict_finder(words: Phrases) -> Callable[[str], int]:
    """A function that gives the place in a sentence where it tells a verdict, -1 when it does not."""
    patterns = words.table("verdicts", whole=True)
    condition = words.whole("condition")
    worth_reading = patterns.pop("worth_reading")

    def find(sentence: str) -> int:
        if not worth_reading.search(sentence):
            return -1
        found = {name: hit.start() for name, pattern in patterns.items() if (hit := pattern.search(sentence))}
        return _weigh(found, is_conditional=condition.search(sentence) is not None)

    return find


def unseen_order_finder(words: Phrases) -> Callable[[str], int]:
    """The same for a sentence that readers don't see: there, an order for a reviewer is enough, and so is a verdict or
    what to leave out, unless it hangs on something."""
    rater, approves = words.whole("rater"), re.compile(rf"^\W{{0,8}}{words.any_of('approve')}\b")
    patterns, condition = words.table("unseen", whole=True).values(), words.whole("condition")
    called = words.compile(rf" (?:you|(?:an? |the |any )?{words.any_of('sure_machine')})\b")

    def find(sentence: str) -> int:
        hit = approves.search(sentence)
        if hit and rater.search(sentence):
            return hit.start()
        told = [found.start() for pattern in patterns if (found := pattern.search(sentence))]
        if not told or any(not called.match(sentence, one.end()) for one in condition.finditer(sentence)):
            return -1
        return min(told)

    return find


def _weigh(found: dict[str, int], *, is_conditional: bool) -> int:
    """The place of what tells a verdict to whom it is told, -1 for neither."""
    told = [found[name] for name in _TELLS if name in found]
    if told and ("reader" in found or "called" in found):
        return min(told)
    if "machine_duty" in found and found.keys() & {"it_all_rated", "open_things", "top_marks"}:
        return found["machine_duty"]
    if "order" in found and not is_conditional:
        return found["order"]
    if "order_all" in found and "left_out" in found:
        return found["order_all"]
    return found.get("only_yes", -1)

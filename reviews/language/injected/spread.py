"""Words whose letters stand apart ("i g n o r e"), so that no rule for words sees them. Standard library only, for
folded text, in linear time."""

import re
from collections.abc import Callable, Iterator

_LEAST, _MOST = 11, 400
_BETWEEN = r"[ .*_·-]"
# A run begins where no run goes on, so none is tried again from its middle.
_RUN = re.compile(
    rf"(?<!\w)(?<!\w{_BETWEEN})(?<!\w{_BETWEEN}{{2}})(?<!\w{_BETWEEN}{{3}})"
    rf"(?:[^\W\d_]{_BETWEEN}{{1,3}}+){{{_LEAST},{_MOST}}}+[^\W\d_](?!\w)"
)
_APART = re.compile(_BETWEEN)


def spread_order_finder(order: re.Pattern[str]) -> Callable[[str], Iterator[tuple[int, int]]]:
    """A function that gives where in a folded text letters stand apart and are an order together."""

    def find(folded: str) -> Iterator[tuple[int, int]]:
        return (run.span() for run in _RUN.finditer(folded) if order.search(_APART.sub("", run[0])))

    return find

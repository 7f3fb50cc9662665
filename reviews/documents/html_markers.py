"""Two rules for the Markdown parser: marker lines of additions are no text, and what stands below one is wrapped.

An addition becomes a `<section data-addition="12">`: 12 is the line of its marker, counted from 0, or of its point
where it shares the marker of one above. An "r" behind the number says that more than the known words stand there.
Documents have no tags of their own, so nobody can write one.
"""

from collections.abc import Collection, Mapping, Sequence

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from reviews.documents.markers import marker_of
from reviews.documents.occurrences import marker_in

TAG, ATTRIBUTE = "section", "data-addition"
EXTENTS = "extents"
"""Where the parser's environment has, by the line that an addition begins on, how many lines it takes with it. Markers
of other lines wrap the one block below them, and without this nothing is wrapped."""


def hide_and_wrap(parser: MarkdownIt) -> None:
    """A plugin for MarkdownIt: both rules."""
    ends: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    parser.block.ruler.before("table", "marker", marker_line, ends)
    parser.core.ruler.after("block", "additions", wrap_additions)


def marker_line(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A line that is a marker and nothing else, as an HTML comment is in Markdown: it ends what is before it."""
    if state.is_code_block(start):
        return False
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    if not marker_of(line.rstrip()):
        return False
    if not silent:
        state.line = start + 1
        state.push("marker", "", 0).map = [start, start + 1]
    return True


def wrap_additions(state: StateCore) -> None:
    """Take the markers out, and put a section around what belongs to each, and around the points that share one."""
    extents: Mapping[int, int] | None = state.env.get(EXTENTS)
    lines = state.src.split("\n")
    shared = {line for line in extents or () if line < len(lines) and not marker_in(lines[line])}
    cuts = {edge for line in shared for edge in (line, line + (extents or {})[line])}
    tokens, wrapped, index = cut_lists(state.tokens, cuts) if cuts else state.tokens, list[Token](), 0
    while index < len(tokens):
        token = tokens[index]
        is_marker = token.type == "marker"
        index += is_marker
        if extents is not None and (
            has_addition(tokens, index, token, extents) if is_marker else begins_on(token, shared)
        ):
            more, index = addition_section(tokens, index, first_line(token), extents, lines)
            wrapped += more
        elif not is_marker:
            wrapped.append(token)
            index += 1
    state.tokens = wrapped


def begins_on(token: Token, lines: Collection[int]) -> bool:
    """Whether a block of the text itself, and not one within another, begins on one of the lines."""
    return bool(token.map) and token.level == 0 and token.nesting >= 0 and first_line(token) in lines


def cut_lists(tokens: Sequence[Token], cuts: Collection[int]) -> list[Token]:
    """The tokens, with a list of its own from each item on that begins on one of the lines `cuts`."""
    found: list[Token] = []
    index = 0
    while index < len(tokens):
        stop = end_of(tokens, index)
        is_list = tokens[index].type.endswith("_list_open")
        found += list_parts(tokens[index:stop], cuts) if is_list else tokens[index:stop]
        index = stop
    return found


def list_parts(block: Sequence[Token], cuts: Collection[int]) -> list[Token]:
    """A list as several, each from an item on that begins on one of the lines `cuts`."""
    opening, closing = block[0].copy(), block[-1]
    found, at, items = [opening], 1, 0
    while at < len(block) - 1:
        if items and first_line(block[at]) in cuts:
            following = list_from(block[0], first_line(block[at]), items)
            opening.map = [first_line(opening), first_line(block[at])]
            found += [closing.copy(), following]
            opening = following
        stop = end_of(block, at)
        found += block[at:stop]
        at, items = stop, items + 1
    return [*found, closing]


def list_from(whole: Token, line: int, items: int) -> Token:
    """The opening of a list that goes on from `line`, so many items of the `whole` one above it."""
    following = whole.copy(attrs=dict(whole.attrs))  # a copy shares them
    following.map = [line, whole.map[1] if whole.map else 0]
    if whole.tag == "ol":
        following.attrSet("start", int(whole.attrGet("start") or 1) + items)
    return following


def is_block(tokens: Sequence[Token], index: int) -> bool:
    """Whether a block begins at `index`, and no marker or the end of something else."""
    following = tokens[index] if index < len(tokens) else None
    return following is not None and following.nesting >= 0 and following.type != "marker"


def has_addition(tokens: Sequence[Token], index: int, marker: Token, extents: Mapping[int, int]) -> bool:
    """Whether what follows a marker can be its addition. Where the words are not known, it must be right below, and
    no heading: somebody may have taken the addition out and left the marker."""
    if not is_block(tokens, index):
        return False
    line = first_line(marker)
    return line in extents or (first_line(tokens[index]) == line + 1 and tokens[index].type != "heading_open")


def addition_section(
    tokens: list[Token], index: int, line: int, extents: Mapping[int, int], lines: Sequence[str]
) -> tuple[list[Token], int]:
    """The section of an addition that begins on `line` and whose first block is at `index`, and where the rest begins.

    A list that goes on behind the addition is cut in two.
    """
    known = line in extents
    stop = line + extents[line] if known else first_line(tokens[index]) + 1
    inner: list[Token] = []
    rest: list[Token] = []
    last = line
    while not rest and is_block(tokens, index) and first_line(tokens[index]) < stop:
        block_end = end_of(tokens, index)
        block = tokens[index:block_end]
        if block[0].type.endswith("_list_open"):
            block, rest = divide_list(block, stop)
        inner += [token for token in block if token.type != "marker"]
        last = max(last, end_line(block, lines))
        index = block_end
    if rest:  # what follows the cut is read once more, for it may have markers in it
        tokens[index - len(rest) : index] = rest
        index -= len(rest)
    is_whole = known and last <= stop
    opening = Token(
        "addition_open", TAG, 1, attrs={ATTRIBUTE: f"{line}{'' if is_whole else 'r'}"}, block=True
    )
    return [opening, *inner, Token("addition_close", TAG, -1, block=True)], index


def first_line(token: Token) -> int:
    """The line that a block begins on."""
    return token.map[0] if token.map else 0


def end_line(block: Sequence[Token], lines: Sequence[str]) -> int:
    """The line behind the last one of a block that has words."""
    end = max((token.map[1] for token in block if token.map), default=0)
    while end > 0 and not lines[end - 1].strip():
        end -= 1
    return end


def end_of(tokens: Sequence[Token], index: int) -> int:
    """The index behind the block that begins at `index`."""
    if tokens[index].nesting == 0:
        return index + 1
    level = tokens[index].level
    return next(
        at + 1
        for at in range(index + 1, len(tokens))
        if tokens[at].level == level and tokens[at].nesting == -1
    )


def divide_list(block: list[Token], stop: int) -> tuple[list[Token], list[Token]]:
    """A list as two: the items that begin before line `stop`, and the others, if any."""
    opening, closing = block[0], block[-1]
    at, items = 1, 0
    while at < len(block) - 1 and first_line(block[at]) < stop:
        at, items = end_of(block, at), items + 1
    if at == len(block) - 1:
        return block, []
    following = list_from(opening, first_line(block[at]), items)
    kept = opening.copy()
    kept.map = [first_line(opening), first_line(block[at])]
    return [kept, *block[1:at], closing], [following, *block[at:]]

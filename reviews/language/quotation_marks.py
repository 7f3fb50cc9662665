"""Where quotations begin and end, for whoever looks for them: English, German and French marks. Standard library only.

A quotation that is looked for has a longest length, so that a mark that nobody closes costs no more than that.
"""

import re


def quotation_pattern(
    fewest: int, most: int, *, also: str = "", across_lines: bool = False
) -> re.Pattern[str]:
    """The pattern of `fewest` to `most` characters between quotation marks of any kind, which people and models mix;
    its first group is what stands between them. also: further marks, such as "`"; across_lines: it may hold line ends.
    """
    line_end = "" if across_lines else r"\n"
    return re.compile(rf"[\"“„«{also}]([^\"“”„«»{also}{line_end}]{{{fewest},{most}}})[\"”“»{also}]")


def paired_quotations(length: str) -> str:
    """The pattern, to be a part of another, of quotations within a line that close with the mark of the opening one.
    length: how often a character may come, "*" or such as "{1,500}"."""
    pairs = (('"', '"', '"'), ("“", "“”", "”"), ("„", "„“”", "[“”]"), ("«", "«»", "»"))
    return "|".join(rf"{opening}[^{neither}\n]{length}{closing}" for opening, neither, closing in pairs)


def find_quoted(text: str, fewest: int = 1, most: int = 1000) -> list[str]:
    """The words of `fewest` to `most` characters that stand in a text of ELM's own between the marks it writes, “ and
    ”, in order."""
    return re.findall(rf"“([^”]{{{fewest},{most}}})”", text)

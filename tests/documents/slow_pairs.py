"""Pairs of texts that are slow to compare, of any length: each of a pair has about so many characters."""


def slow_to_compare(size: int) -> tuple[str, str]:
    """Two texts of about so many characters whose gaps difflib alone compares for seconds each."""
    gaps = range(max(1, size // 1_260))
    old = "".join(f"u{k}\ny\n" + "a\n" * 628 + "z\n" for k in gaps)
    return old, "".join(f"u{k}\n" + "a\nx\n" * 314 + "w\n" for k in gaps)


def never_out_of_anchors(size: int) -> tuple[str, str]:
    """Two texts that have one line once on either side, without which there is one again, and so on."""
    steps = range(size // 10)
    old = "".join(f"{k + 1:x}\n{k:x}\n" for k in steps)
    return old, "".join(f"new {k:x}\n{k + 1:x}\n{k:x}\n" for k in steps)

"""Files that are hard to show or to take, and the words of a page."""

from tests.git.making import Upstream
from tests.pages import words_in

NAMES = [
    b"two\nlines.md",
    b"tab\t.md",
    b"caf\xe9.md",
    "\u202egnp.md".encode(),
    b"back\\slash.md",
    b'"quoted" & <b>.md',
    b"-n.md",
    b":(top)x.md",
    b" blank .md",
    b"100%.md",
    b"a+b?c#d.md",
]
NO_TEXTS = {
    "lfs.md": (
        b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n",
        "ELM does not read LFS",
    ),
    "a.png": (b"\x89PNG\r\n", "is a PNG image, not text"),
    "a.bin": (b"a\0b", "has a null byte at offset 1"),
    "latin.md": (b"caf\xe9", "is not UTF-8"),
    "big.txt": (b"x" * 1_100_000, "big.txt has 1,100,000 bytes"),
    "link.md": (b"README.md", "is a symbolic link, which ELM does not follow"),
    "other": (b"7" * 40, "belongs to another repository (a submodule)"),
}
"""By name: what such a file holds, and what is said of it where a text has at most 1 MB."""
MODES = {"link.md": "120000", "other": "160000"}


def add_no_texts(upstream: Upstream) -> None:
    """Commit one of each."""
    plain = {name: data for name, (data, _) in NO_TEXTS.items() if name not in MODES}
    upstream.commit(plain)
    for name, mode in MODES.items():
        upstream.commit({name: NO_TEXTS[name][0]}, mode=mode)


def source_of(response) -> str:
    return response.content.decode()


def words(response) -> str:
    """What stands on a page, without its tags."""
    main = source_of(response).partition("<main")[2].partition("</main>")[0]
    return words_in(main)

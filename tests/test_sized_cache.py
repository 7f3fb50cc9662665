"""What is kept in the memory of a process has a size, however much everybody looks at."""

from uuid import uuid4

import pytest
from django.core.cache import caches

from elm_site.sized_cache import SizedCache
from reviews.documents import html
from reviews.documents.html import render_markdown

KB = 1024


@pytest.fixture
def cache():
    made = SizedCache(f"test-{uuid4()}", {"OPTIONS": {"MAX_ENTRIES": 1_000, "MAX_BYTES": 100 * KB}})
    yield made
    made.clear()


def test_what_was_used_longest_ago_makes_room_for_what_is_new(cache):
    for name in "abcd":
        cache.set(name, "x" * 24 * KB)
    assert cache.get("a")
    cache.set("e", "x" * 20 * KB)
    assert [name for name in "abcde" if cache.get(name)] == ["a", "c", "d", "e"]


def test_however_many_large_texts_come_they_stay_within_the_size(cache):
    for number in range(300):
        cache.set(f"text-{number}", "x" * number * 97)
        assert cache.size <= 100 * KB
    assert cache.get("text-260")


def test_what_is_too_large_puts_nothing_out_and_leaves_nothing_old_behind(cache):
    cache.set("small", "kept")
    cache.set("large", "before")
    cache.set("large", "x" * 26 * KB)
    assert (cache.get("small"), cache.get("large")) == ("kept", None)


def test_the_cache_of_the_site_has_a_size():
    assert isinstance(caches["default"], SizedCache)
    assert caches["default"].most_bytes == 64 * KB * KB


def test_long_texts_that_are_laid_out_are_kept_within_it(cache, monkeypatch):
    monkeypatch.setattr(html, "cache", cache)
    for number in range(20):
        render_markdown(f"# Note {number}\n\n" + "Nobody has decided. " * 400)
    assert 80 * KB < cache.size <= 100 * KB

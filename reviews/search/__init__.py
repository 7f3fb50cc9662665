"""Finding what was written, said, found and decided. Only what the reader's memberships show.

`texts.py` says what can be found, `indexing.py` keeps the index, `candidates.py` asks it, `results.py` puts what it
answers in order and `excerpts.py` shows it.
"""

from reviews.language.search_words import read_question
from reviews.search.candidates import newest_events
from reviews.search.excerpts import marked_snippet
from reviews.search.results import Found, Hit, search_in, search_teams

__all__ = ["Found", "Hit", "marked_snippet", "newest_events", "read_question", "search_in", "search_teams"]

"""Linked repositories: from rows to git and back. `reviews.git` knows git, this package knows teams and items."""

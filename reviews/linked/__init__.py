"""Linked repositories: from rows to git and back. `reviews.repos` knows git, this package knows teams and items."""

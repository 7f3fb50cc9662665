"""From a row to git."""

import pytest

from reviews.errors import RepositoryError
from reviews.git import browse
from reviews.repositories.places import mirror_of, source_of


def test_the_mirror_lies_in_the_data_directory_under_the_id_of_the_row(repository, settings):
    assert mirror_of(repository) == settings.ELM_DATA_DIR / "repositories" / f"{repository.pk.hex}.git"


def test_a_picked_file_has_the_bytes_of_its_commit(plan, repository):
    pinned = plan.pinned
    data = browse.blob(mirror_of(repository), pinned.commit, plan.path, most=10_000).data
    assert bytes(plan.current.content) == data


def test_a_link_that_the_settings_no_longer_allow_is_refused_with_a_sentence(repository, settings):
    settings.ELM_REPO_ROOTS = ()
    with pytest.raises(RepositoryError, match="takes no local paths") as refused:
        source_of(repository)
    assert refused.value.kind == "address"

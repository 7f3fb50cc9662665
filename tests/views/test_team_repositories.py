"""What a team settles about its repositories."""

import pytest

from reviews.models.team import COMMIT_AUTHOR

SETTINGS = {"action": "settings", "name": "Pay", "synthesis": "owner"}
NEW = {
    "default_branch": "develop",
    "file_patterns": "*.md\r\ndocs/**",
    "commit_author": "{name} (ELM) <{username}@example.org>",
}


def stored(team) -> tuple[str, str, str]:
    team.refresh_from_db()
    return team.default_branch, team.file_patterns, team.commit_author


def test_ana_sets_the_branch_the_files_and_the_author(as_ana, team):
    as_ana.post("/team/", SETTINGS | NEW)
    assert stored(team) == ("develop", "*.md\ndocs/**", NEW["commit_author"])
    page = as_ana.get("/team/").content.decode()
    assert "Your commits: <strong>Ana (ELM) &lt;ana@example.org&gt;</strong>" in page


def test_empty_settings_are_the_usual_ones(as_ana, team):
    as_ana.post("/team/", SETTINGS | NEW)
    as_ana.post("/team/", SETTINGS | dict.fromkeys(NEW, ""))
    assert stored(team) == ("", "", COMMIT_AUTHOR)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("default_branch", "a b", "can&#x27;t be the name of a branch"),
        ("file_patterns", "*.md\r\ndocs/", "Line 2, “docs/”: write docs/** for everything in the folder."),
        ("commit_author", "{mail} &lt;x&gt;", "There is no {mail}"),
        ("commit_author", "{name}\n<a@b>", "Write"),
    ],
)
def test_nonsense_is_refused_kept_and_nothing_is_stored(field, value, words, as_ana, team):
    before = stored(team)
    response = as_ana.post("/team/", SETTINGS | NEW | {field: value})
    assert (response.status_code, stored(team)) == (422, before)
    page = response.content.decode()
    assert words in page
    assert "develop" in page or field == "default_branch"


def test_members_read_what_is_settled(as_user, ben, team):
    page = as_user(ben).get("/team/").content.decode()
    assert "{name} &lt;{email}&gt;" in page
    assert 'name="commit_author"' not in page


def test_the_author_is_shown_while_ana_types(as_ana, team):
    told = as_ana.get("/team/author/", {"commit_author": "{name} <{email}>"}).content.decode()
    assert "Ana &lt;ana@elm.invalid&gt;" in told
    assert "no author yet" in as_ana.get("/team/author/", {"commit_author": "{name} <"}).content.decode()


def test_only_admins_of_the_team_see_the_preview(as_user, ben, vera, cleo, client, team):
    address = f"/team/author/?team={team.slug}&commit_author=x"
    assert [as_user(who).get(address).status_code for who in (ben, vera, cleo)] == [403, 403, 404]
    assert client.get(address).status_code == 302
    assert as_user(ben).post(address).status_code == 405

"""`elm-review.toml`: what a team sets, and what is said of a mistake in it."""

import pytest

from reviews.errors import BadConfiguration
from reviews.offline.ci.config import NAME, Configs, read_config
from tests.offline.ci.stage import NOTES, kinds, rows, run, write

BARE = "We leverage the ZQX. We decided to buy a lift.\n"


@pytest.fixture
def notes(tmp_path):
    return write(tmp_path, "docs/notes.md", BARE)


def configure(folder, text: str) -> None:
    write(folder, NAME, text)


def test_the_nearest_file_above_holds_and_another_can_be_named(tmp_path, notes):
    configure(tmp_path, '[kinds]\nacronym = "off"\n')
    assert kinds(notes) == ["decision_no_rationale"]
    configure(tmp_path / "docs", '[kinds]\ndecision_no_rationale = "off"\n')
    assert kinds(notes) == ["acronym"]
    other = write(tmp_path, "other.toml", '[kinds]\n"*" = "off"\n')
    assert kinds(notes, "--config", other) == []


def test_one_kind_alone_is_looked_for(tmp_path, notes):
    configure(tmp_path, '[kinds]\n"*" = "off"\nacronym = "on"\n')
    assert [(row["kind"], row["severity"]) for row in rows(notes)] == [("acronym", "low")]


def test_severities_are_the_teams_and_decide_about_the_exit(tmp_path, notes):
    configure(tmp_path, 'fail_on = "critical"\n[kinds]\nacronym = "critical"\n')
    code, out, _ = run(notes)
    assert code == 1
    assert "critical acronym" in out
    configure(tmp_path, 'fail_on = "critical"\n')
    assert run(notes)[0] == 0
    assert run(notes, "--fail-on", "low")[0] == 0, "hints fail nothing that did not ask for them"
    assert run(notes, "--fail-on", "low", "--hints")[0] == 1


def test_a_known_word_is_never_flagged(tmp_path, notes):
    configure(tmp_path, '[words]\nknown = ["zqx"]\n')
    assert kinds(notes) == ["decision_no_rationale"]


def test_of_several_abbreviations_those_that_are_not_known_are_told(tmp_path):
    path = write(tmp_path, "notes.md", "The ZQX and the QPV are slow.\n")
    configure(tmp_path, '[words]\nknown = ["ZQX"]\n')
    (row,) = rows(path)
    assert row["message"] == "“QPV” is used without ever being spelled out."
    assert "ZQX”" not in row["question"]


def test_a_banned_word_is_told_with_the_teams_message(tmp_path, notes):
    configure(tmp_path, '[words.banned]\n"leverage" = "Say use."\n"lev" = "No."\n')
    (row,) = [row for row in rows(notes) if row["kind"] == "banned_word"]
    assert (row["line"], row["column"], row["quote"]) == (1, 4, "leverage")
    assert row["message"] == "“leverage”: Say use."


def test_a_banned_word_of_several_words_is_found_across_a_line_and_not_in_code(tmp_path):
    configure(tmp_path, '[words.banned]\n"best in class" = "Say in which."\n')
    path = write(tmp_path, "notes.md", "We are Best in\nclass. `best in class` is a name.\n")
    assert kinds(path) == ["banned_word"]


def test_a_word_that_the_team_calls_vague_is_a_claim_without_a_figure(tmp_path):
    configure(tmp_path, '[words.vague]\n"delightful" = "By which measure?"\n')
    path = write(tmp_path, "notes.md", "Ana has a delightful form.\n")
    (row,) = rows(path)
    assert (row["kind"], row["message"]) == ("vague_claim", "“delightful” gives no figure. By which measure?")


def test_a_banned_word_holds_in_other_languages_too(tmp_path):
    configure(tmp_path, '[words.banned]\n"zeitnah" = "Sag, bis wann."\n')
    text = "Wir wollen die Rechnungen zeitnah umziehen. Der Einkauf ist dafür, die Buchhaltung noch nicht.\n"
    assert kinds(write(tmp_path, "notes.md", text)) == ["language", "banned_word"]


def test_files_are_included_and_excluded_by_patterns(tmp_path):
    configure(tmp_path, 'include = ["*.md", "*.TEXT"]\nexclude = ["archive/", "docs/old*.md", "x.md"]\n')
    for name in (
        "a.md",
        "b.text",
        "c.txt",
        "archive/d.md",
        "docs/archive/e.md",
        "docs/old/f.md",
        "docs/x.md",
        "old.md",
    ):
        write(tmp_path, name, NOTES)
    assert [row["path"].removeprefix(f"{tmp_path}/") for row in rows(tmp_path)] == [
        "a.md",
        "b.text",
        "old.md",
    ]


def test_a_named_file_that_is_excluded_is_said_and_not_reviewed(tmp_path, notes):
    configure(tmp_path, 'exclude = ["docs/"]\n')
    code, out, _ = run(notes)
    assert code == 0
    assert f"{notes}: excluded by the configuration." in out


def test_a_folder_of_which_all_is_excluded_is_fine(tmp_path, notes):
    configure(tmp_path, 'exclude = ["docs/"]\n')
    assert run(tmp_path)[0] == 0


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('fail-on = "high"', "“fail-on” is no key. Did you mean “fail_on”? There are: fail_on, include,"),
        ("fail_on = 3", "“fail_on” has to be one of: low, medium, high, critical. It is 3."),
        (
            '[kinds]\npasive = "off"',
            "“kinds” names “pasive”, which is no kind. Did you mean “passive”? There are: acr",
        ),
        (
            '[kinds]\npassive = "no"',
            "“kinds.passive” has to be one of: off, on, low, medium, high, critical.",
        ),
        ('kinds = ["passive"]', "“kinds” has to be a table."),
        ('include = "*.md"', "“include” has to be a list of texts"),
        ("max_seconds = 0", "“max_seconds” has to be a number above 0"),
        ("max_megabytes = true", "“max_megabytes” has to be a number above 0"),
        ('other_languages = "skip"', "“other_languages” has to be one of: fail, allow."),
        ('[words]\nknwon = ["A"]', "“knwon” in [words] is no key. Did you mean “known”?"),
        ('[words.banned]\nleverage = ""', "“words.banned.leverage” has to be text, and not empty."),
        ('[words.banned]\n"-" = "No."', "“words.banned” has to be a table of words"),
        ('[[ignore]]\nfiles = ["a"]\nkinds = ["todo"]', "an [[ignore]] has no “reason”."),
        ('[[ignore]]\nkinds = ["tood"]', "“ignore.kinds” names “tood”, which is no kind."),
        ("fail_on = ", "is not valid TOML"),
        ("ignore = 3", "has to be written as [[ignore]]"),
    ],
)
def test_a_mistake_exits_2_and_says_what_is_wrong_and_what_there_is(tmp_path, notes, text, problem):
    configure(tmp_path, text)
    code, out, err = run(notes)
    assert (code, out) == (2, "")
    assert err.startswith(str(tmp_path / NAME))
    assert problem in err


def test_a_configuration_that_is_not_there_or_huge_is_refused(tmp_path, notes):
    code, _, err = run(notes, "--config", tmp_path / "none.toml")
    assert code == 2
    assert "could not be read" in err
    with pytest.raises(BadConfiguration, match="more than 262,144 bytes"):
        read_config(str(write(tmp_path, "huge.toml", "#" * 300_000)))


def test_without_a_file_the_usual_holds(tmp_path):
    config = Configs().of(str(tmp_path / "notes.md"))
    assert (config.path, config.fail_on, config.is_on("todo")) == ("", None, True)

"""How `manage.py review` exits, and what it says of texts in other languages."""

import io
import re
import sys

import pytest

from reviews.language.reading.document import read_document
from reviews.offline.reviewer import unreviewed_language
from tests.offline.ci.stage import GERMAN, NOTES, kinds, rows, run, sarif, write


@pytest.fixture
def notes(tmp_path):
    return write(tmp_path, "notes.md", NOTES)


@pytest.fixture
def german(tmp_path):
    return write(tmp_path, "umzug.md", GERMAN)


def test_findings_alone_do_not_fail_a_build_that_did_not_ask_for_it(notes):
    assert run(notes)[0] == 0


def test_a_text_that_is_not_english_is_said_and_has_an_exit_code_of_its_own(german):
    code, out, err = run(german)
    assert (code, err) == (3, "")
    assert "not reviewed: language" in out
    assert "Nothing found" not in out
    assert out.endswith("1 file, 0 findings. 1 file not reviewed: language.\n")


def test_json_and_sarif_say_too_that_the_language_was_not_reviewed(german):
    (row,) = rows(german)
    assert (row["kind"], row["line"], row["path"]) == ("language", 0, str(german))
    assert row["message"].startswith("not reviewed: language")
    (told,) = sarif(german)["invocations"][0]["toolExecutionNotifications"]
    assert told["level"] == "warning"
    assert told["message"]["text"].startswith("not reviewed: language")


def test_of_a_text_in_another_language_only_the_structure_is_looked_at(tmp_path):
    words = "Das ZQX ist sehr gut. Siehe [Kosten](#kosten). Der Preis ist TBD.\n"
    assert kinds(write(tmp_path, "umzug.md", GERMAN + words)) == ["language", "broken_anchor", "todo"]


def test_a_team_that_writes_german_too_allows_it(tmp_path, german):
    write(tmp_path, "elm-review.toml", 'other_languages = "allow"\n')
    code, out, _ = run(german)
    assert code == 0
    assert "not reviewed: language" in out


def test_bad_input_goes_before_findings_and_findings_before_another_language(tmp_path, notes, german):
    assert run(notes, german)[0] == 3
    assert run(notes, german, "--fail-on", "medium")[0] == 1
    assert run(notes, german, tmp_path / "gone.md", "--fail-on", "medium")[0] == 2


@pytest.mark.parametrize(
    "text",
    [
        "Nous allons remplacer le système avant la fin du mois, et les clients ne verront pas de changement.",
        "Vamos a cambiar el sistema de pagos en marzo porque los clientes no pueden pagar con la tarjeta.",
        "Мы заменим систему выставления счетов до конца марта, и клиенты ничего не заметят.",
        "請求書システムは三月末までに新しいものに置き換えられます。お客様には変更がありません。担当者は田中です。",
    ],
)
def test_other_languages_are_told(text):
    assert unreviewed_language(read_document(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Umzug\n\nMärz.",
        "Ship it in March, no matter what Köln says of the „Rücklauf“ and of die Post.",
        "| e | e | e |\n|---|---|---|\n" + "| 1e5 | 2e7 | e |\n" * 30,
        "e.g. " * 40 + "1.2e+5 " * 40,
        "Payments: Visa, Mastercard, Klarna, PayPal, Giropay, iDEAL, Sofort, Bancontact, Przelewy24, Blik, Twint.",
        "`der die das und ist nicht ein eine einen einer mit` is a list of words in our code, and that is all of it.",
    ],
)
def test_little_text_names_tables_and_code_count_as_english(text):
    assert unreviewed_language(read_document(text)) is None


def test_standard_input_is_reviewed_under_the_name_it_is_given(monkeypatch):
    for text, name in ((NOTES, "docs/plan.md"), (NOTES, "stdin.md")):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        extra = [] if name == "stdin.md" else ["--stdin-filename", name]
        (row,) = rows("-", *extra)
        assert (row["path"], row["kind"]) == (name, "todo")


def test_standard_input_may_have_the_name_of_a_folder(tmp_path, monkeypatch, notes):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Ana pays.\n")))
    assert kinds("-", "--stdin-filename", tmp_path) == []


def test_without_a_path_it_says_what_to_name():
    code, _, err = run()
    assert code == 2
    assert "Name a file or a folder" in err


def test_a_file_that_is_too_large_is_said_and_the_others_are_reviewed(tmp_path, notes):
    write(tmp_path, "elm-review.toml", "max_megabytes = 0.001\n")
    large = write(tmp_path, "large.md", "word " * 300)
    code, out, err = run(tmp_path)
    assert code == 2
    assert f"{large} is larger than 0.001 MB, so it was not reviewed." in err
    assert "TBD" in out
    assert "1 path not reviewed: see the errors." in out


def test_a_file_that_takes_too_long_is_said_and_ends(tmp_path):
    write(tmp_path, "elm-review.toml", "max_seconds = 0.005\n")
    slow = write(tmp_path, "slow.md", "The ZQX must be very good, and 3 days are 4 days. [x](#y)\n\n" * 400)
    code, _, err = run(slow)
    assert code == 2
    assert f"{slow} took longer than 0.005 seconds, so it was not reviewed." in err


def test_a_file_that_comes_twice_is_reviewed_once(tmp_path, notes):
    assert kinds(notes, tmp_path, notes) == ["todo"]


def test_kinds_are_listed_with_their_severity_a_line_each():
    code, out, _ = run("--kinds")
    assert code == 0
    assert re.search(r"number_conflict +low +0 of \d+ useful +Figures that contradict each other\n", out)
    assert re.search(r"todo +medium +\d+ of \d+ useful +Open point or placeholder\n", out)
    assert "bad_suppression" in out


def test_a_kind_is_explained_and_one_that_there_is_not_leads_to_the_right_one():
    code, out, _ = run("--explain", "hedge")
    assert code == 0
    for part in (
        "Looks for",
        "Leaves alone",
        "Example",
        "elm-review: ignore hedge: why",
        '[kinds] hedge = "off"',
    ):
        assert part in out
    code, _, err = run("--explain", "hegde")
    assert code == 2
    assert "“hegde” is no kind. Did you mean “hedge”?" in err

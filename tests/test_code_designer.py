"""Code Designer: who says whether the mode is on, whose word counts, and what is kept of it (P001)."""

import logging
from itertools import product

import pytest
from asgiref.sync import sync_to_async

from elm_site import config_file, env
from elm_site.lifespan import Lifespan
from reviews.code_designer import switch
from reviews.code_designer.mode import ModeConfig, Source, choose_mode
from reviews.errors import BadConfiguration
from reviews.models import AuditEntry, ModeSwitch
from reviews.repositories import jobs

RUNTIME, CLI, ENV, CONFIG_FILE = Source.RUNTIME, Source.CLI, Source.ENV, Source.CONFIG_FILE


def audited() -> list[tuple[str, str]]:
    return list(AuditEntry.objects.order_by("pk").values_list("what", "who_name"))


def say_at_start(settings, *, env: bool | None = None, config_file: bool | None = None) -> None:
    settings.CODE_DESIGNER = {"env": env, "config_file": config_file}


def test_d9_of_all_that_can_be_said_the_strongest_word_counts():
    """Runtime, the command line, the environment and the file: each says on, off or nothing."""
    for words in product((True, False, None), repeat=4):
        said = [
            ModeConfig(on, source)
            for on, source in zip(words, (RUNTIME, CLI, ENV, CONFIG_FILE), strict=True)
            if on is not None
        ]
        expected = said[0] if said else ModeConfig()
        assert choose_mode(said) == choose_mode(reversed(said)) == expected


def test_p001_the_mode_is_off_when_nobody_has_said_anything(db):
    assert not switch.is_code_designer_mode()
    assert switch.current_mode() == ModeConfig(enabled=False, source=None, activated_at=None)
    assert str(switch.current_mode()) == "off, as nobody has switched it on"


def test_d9_each_source_is_read_and_gives_way_to_a_stronger_one(db, ana, settings):
    say_at_start(settings, config_file=True)
    assert switch.current_mode() == ModeConfig(True, CONFIG_FILE, switch.STARTED)
    say_at_start(settings, env=False, config_file=True)
    assert switch.current_mode() == ModeConfig(False, ENV)
    assert switch.enable_code_designer(CLI).source == CLI
    assert switch.is_code_designer_mode()
    assert switch.disable_code_designer(by=ana) == ModeConfig(False, RUNTIME)
    assert switch.enable_code_designer(CLI) == ModeConfig(False, RUNTIME)
    mode = switch.enable_code_designer(RUNTIME, by=ana)
    assert (mode.enabled, mode.source) == (True, RUNTIME)


def test_a_mode_says_since_when_and_by_whom():
    assert str(ModeConfig(True, CLI, 1_772_243_340)) == (
        "on since 2026-02-28 01:49 UTC, by --code-designer at the start"
    )
    assert str(ModeConfig(False, RUNTIME)) == "off, by an admin while the server runs"


def test_each_switch_is_in_the_audit_log_and_one_that_switches_nothing_is_not(ana):
    first = switch.enable_code_designer(RUNTIME, by=ana)
    ModeSwitch.objects.update(at="2026-02-28T01:49:00Z")
    again = switch.enable_code_designer(RUNTIME)
    switch.disable_code_designer()
    assert audited() == [("code_designer_on", "ana"), ("code_designer_off", "")]
    assert str(AuditEntry.objects.get(who=ana)) == "ana switched Code Designer on"
    assert first.activated_at
    assert again.activated_at == 1_772_243_340


def test_another_process_sees_a_switch_until_the_server_starts_again(ana, code_designer, monkeypatch):
    switch.enable_code_designer(RUNTIME, by=ana)
    monkeypatch.setattr(switch, "known", switch.Known())
    assert switch.is_code_designer_mode()
    switch.forget_runtime_switch()
    monkeypatch.setattr(switch, "known", switch.Known())
    assert switch.current_mode() == ModeConfig()
    assert [what for what, _ in audited()] == ["code_designer_on"]


def test_a_look_is_one_query_and_lasts_for_a_while(db, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(switch, "known", switch.Known())
    with django_assert_num_queries(1):
        switch.current_mode()
        switch.current_mode()
    monkeypatch.setattr(switch, "LOOK_SECONDS", 0.0)
    with django_assert_num_queries(1):
        switch.current_mode()


def test_the_log_tells_the_mode_and_its_source(db, caplog):
    switch.enable_code_designer(CLI)
    with caplog.at_level(logging.INFO):
        switch.log_mode()
    assert caplog.messages[0].startswith("Code Designer is on since ")
    assert caplog.messages[0].endswith("by --code-designer at the start")


@pytest.mark.parametrize(
    ("value", "said"), [("1", True), ("TRUE", True), ("0", False), ("false", False), ("", None), (" ", None)]
)
def test_the_environment_says_on_off_or_nothing(monkeypatch, value, said):
    monkeypatch.setenv("CODE_DESIGNER", value)
    assert env.switch("CODE_DESIGNER") is said


@pytest.mark.parametrize("value", ["yes", "on", "2", "maybe"])
def test_any_other_word_in_the_environment_is_refused(monkeypatch, value):
    monkeypatch.setenv("CODE_DESIGNER", value)
    with pytest.raises(BadConfiguration, match=f"CODE_DESIGNER is '{value}'.*Example: CODE_DESIGNER=1"):
        env.switch("CODE_DESIGNER")


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("[code_designer]\nenabled = true\n", True),
        ("[code_designer]\nenabled = false # not yet", False),
        ("[code_designer]\n", None),
        ("", None),
        (None, None),
    ],
)
def test_the_file_says_on_off_or_nothing(tmp_path, written, said):
    if written is not None:
        (tmp_path / "elm.toml").write_text(written)
    assert config_file.code_designer(tmp_path) is said


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (b"[code_designer\nenabled = true", "is not valid TOML"),
        (b"\xff\xfe\x00", "is not valid TOML"),
        (b"x = " + b"[" * 60_000, "is not valid TOML"),
        (b"# " + b"x" * 70_000, "has more than 65,536 bytes"),
        (b"[code-designer]\nenabled = true", "has 'code-designer', which is no table of it"),
        (b"code_designer = true", "has code_designer, which is no table"),
        (b"[code_designer]\non = true", r"has 'on' in \[code_designer\], which is no key"),
        (b'[code_designer]\nenabled = "yes"', "has enabled = 'yes', which is neither true nor false"),
        (b"[code_designer]\nenabled = 1", "has enabled = 1, which is neither true nor false"),
    ],
    ids=lambda value: value[:20] if isinstance(value, str) else "",
)
def test_a_file_that_makes_no_sense_is_refused_with_its_path_and_an_example(tmp_path, written, why):
    (tmp_path / "elm.toml").write_bytes(written)
    with pytest.raises(BadConfiguration, match=rf"elm\.toml {why}.*Example: \[code_designer\]"):
        config_file.code_designer(tmp_path)


def test_a_file_that_cannot_be_read_is_refused(tmp_path):
    (tmp_path / "elm.toml").mkdir()
    with pytest.raises(BadConfiguration, match=r"elm\.toml can't be read \(Is a directory\)"):
        config_file.code_designer(tmp_path)


async def start_of(lifespan: Lifespan) -> str:
    """How the server answers to its start; then it is shut down."""
    asked = iter(["lifespan.startup", "lifespan.shutdown"])
    answered = []

    async def receive() -> dict[str, str]:
        return {"type": next(asked)}

    async def send(message: dict[str, str]) -> None:
        answered.append(message["type"])

    await lifespan({}, receive, send)
    jobs.stopping.clear()
    return answered[0]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("pages_only", "stays"), [("", False), ("1", True)])
async def test_a_start_that_runs_sessions_forgets_the_switch_and_one_of_pages_only_does_not(
    monkeypatch, settings, tmp_path, pages_only, stays
):
    settings.ELM_DATA_DIR = tmp_path
    monkeypatch.setenv("ELM_NO_ENGINE", pages_only)
    await sync_to_async(switch.enable_code_designer)(RUNTIME)
    assert await start_of(Lifespan()) == "lifespan.startup.complete"
    assert await ModeSwitch.objects.aexists() is stays
    assert await sync_to_async(switch.is_code_designer_mode)() is stays

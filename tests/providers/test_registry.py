"""Which providers there are, and when a new one is made."""

import pytest

from reviews.errors import BadConfiguration
from reviews.providers import registry
from reviews.providers.scripted import ScriptedProvider
from reviews.states import Tier
from tests.providers.conftest import KEY, hear, prompt
from tests.providers.messages_server import say


@pytest.fixture(autouse=True)
async def only_here(settings, monkeypatch):
    """No other machines, and nothing left over from another test."""
    monkeypatch.setattr(registry, "ALLOW_REMOTE", False)
    settings.ANTHROPIC_BASE_URL = "http://127.0.0.1:9"
    yield
    await registry.close_all()


def test_same_settings_give_the_same_provider(settings):
    settings.ANTHROPIC_API_KEY = KEY
    assert registry.provider("claude") is registry.provider("claude")


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("ANTHROPIC_API_KEY", "another"),
        ("ANTHROPIC_BASE_URL", "http://localhost:10"),
        ("ELM_CONNECT_SECONDS", 1.0),
        ("ELM_STALL_SECONDS", 90.0),
        ("ELM_TAKES_TEMPERATURE", True),
        ("ELM_MODELS", {Tier.STRATEGIC: "a", Tier.EXECUTION: "b"}),
    ],
)
def test_any_changed_setting_gives_a_new_provider(settings, setting, value):
    before = registry.provider("claude")
    setattr(settings, setting, value)
    assert registry.provider("claude") is not before


@pytest.mark.parametrize(
    "url", ["", "https://models.example.org", "http://10.0.0.1:80", "http://127.0.0.1.evil.org"]
)
def test_guard_refuses_other_machines(settings, url):
    settings.ANTHROPIC_BASE_URL = url
    with pytest.raises(BadConfiguration, match="switched off"):
        registry.provider("claude")


def test_unknown_name_is_refused_with_an_example():
    with pytest.raises(BadConfiguration, match=r"no provider called 'gpt'.*ELM_PROVIDER=offline"):
        registry.provider("gpt")


async def test_after_close_all_a_new_one_is_made_and_works(settings, serve):
    settings.ANTHROPIC_API_KEY, settings.ANTHROPIC_BASE_URL = KEY, serve([say("Hello")]).url
    before = registry.provider("claude")
    await hear(before, prompt())
    await registry.close_all()
    assert registry.provider("claude") is not before
    assert (await hear(registry.provider("claude"), prompt()))[1].text == "Hello"


async def test_without_a_script_the_scripted_provider_is_the_demo(settings):
    settings.ELM_SCRIPT = ""
    assert isinstance(registry.provider("scripted"), ScriptedProvider)

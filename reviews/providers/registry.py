"""The providers of this installation, made from its settings at their first use."""

from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.module_loading import import_string

from reviews.errors import BadConfiguration
from reviews.providers.base import Provider

# The tests set this to False: then a provider whose server is not on this machine is refused.
ALLOW_REMOTE = True


_made: dict[tuple[object, ...], Provider] = {}


def provider(name: str) -> Provider:
    """The provider with this name: the same object for as long as its settings stay the same.

    Raises BadConfiguration for an unknown name, for a script that can't be read, and for a remote server
    while ALLOW_REMOTE is off.
    """
    if name not in _MAKERS:
        raise BadConfiguration(
            f"There is no provider called {name!r}. Choose one of {', '.join(_MAKERS)}, for example "
            "ELM_PROVIDER=offline."
        )
    key = (name, *_provider_settings(name))
    if name == "claude":
        _check_reach(settings.ANTHROPIC_BASE_URL)
    if key not in _made:
        _made[key] = _MAKERS[name]()
    return _made[key]


async def close_all() -> None:
    """Close the connections of all providers made so far and forget them."""
    while _made:
        _, made = _made.popitem()
        await made.aclose()


def _provider_settings(name: str) -> tuple[object, ...]:
    """The settings that make one provider differ from another of the same name."""
    if name == "claude":
        models = tuple(sorted(settings.ELM_MODELS.items()))
        seconds = (settings.ELM_CONNECT_SECONDS, settings.ELM_STALL_SECONDS)
        server = (settings.ANTHROPIC_API_KEY, settings.ANTHROPIC_BASE_URL, settings.ELM_TAKES_TEMPERATURE)
        return (*server, models, *seconds)
    if name == "scripted":
        return (settings.ELM_SCRIPT,)
    return (settings.ELM_OFFLINE_PACE,) if name == "offline" else ()


def _check_reach(base_url: str) -> None:
    if ALLOW_REMOTE or _is_loopback(urlsplit(base_url).hostname or ""):
        return
    raise BadConfiguration(
        "Calls to other machines are switched off here (reviews.providers.registry.ALLOW_REMOTE). "
        "Set ANTHROPIC_BASE_URL to a server on this machine."
    )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _make_claude() -> Provider:
    from reviews.providers.claude import ClaudeProvider, Timeout

    base_url = settings.ANTHROPIC_BASE_URL or None
    timeout = Timeout(connect=settings.ELM_CONNECT_SECONDS, stall=settings.ELM_STALL_SECONDS)
    return ClaudeProvider(
        settings.ANTHROPIC_API_KEY,
        base_url,
        settings.ELM_MODELS,
        timeout=timeout,
        takes_temperature=settings.ELM_TAKES_TEMPERATURE,
    )


def _make_offline() -> Provider:
    # By its path: the rules stand above the providers.
    made: Provider = import_string("reviews.offline.provider.OfflineProvider")(pace=settings.ELM_OFFLINE_PACE)
    return made


def _make_scripted() -> Provider:
    from reviews.providers.scripted import ScriptedProvider

    path = settings.ELM_SCRIPT
    return ScriptedProvider.load(Path(path)) if path else ScriptedProvider.demo()


_MAKERS: dict[str, Callable[[], Provider]] = {
    "claude": _make_claude,
    "offline": _make_offline,
    "scripted": _make_scripted,
}

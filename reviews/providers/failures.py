"""What can go wrong with a provider over the network, as sentences that a person can act on."""

from dataclasses import dataclass
from typing import Literal

from reviews.errors import ProviderError

FailureKind = Literal[
    "no_key",
    "refused_key",
    "unknown_model",
    "rate_limited",
    "overloaded",
    "no_network",
    "cut",
    "stalled",
    "too_slow",
    "bad_request",
    "server",
    "refusal",
    "context",
    "malformed",
]
PERMANENT: frozenset[FailureKind] = frozenset(
    {"no_key", "refused_key", "unknown_model", "bad_request", "refusal", "context"}
)
SENTENCES: dict[FailureKind, str] = {
    "no_key": "No key. Set ANTHROPIC_API_KEY, or choose the offline reviewer.",
    "refused_key": "Claude refused the key. Check ANTHROPIC_API_KEY, or choose the offline reviewer.",
    "unknown_model": (
        "Claude does not know the model {model}. Set {setting} to a current model id, "
        "or change the persona's model in the admin."
    ),
    "rate_limited": "Claude is limiting how much this key may ask. Wait {wait}, then press Try again.",
    "overloaded": "Claude is overloaded at the moment. Wait {wait}, then press Try again.",
    "no_network": "Claude could not be reached. Check the network and ANTHROPIC_BASE_URL, then try again.",
    "cut": "The connection to Claude was cut in mid-answer. What was said is kept; press Try again.",
    "stalled": "Claude stopped answering for {seconds:g} seconds. What was said is kept; press Try again.",
    "too_slow": (
        "Claude was not done after {seconds:g} seconds, the longest that such a turn may take. "
        "What was said is kept; press Try again."
    ),
    "bad_request": "Claude did not accept the request. A setting is wrong or ELM is: report the details.",
    "server": "Claude had an error of its own. Wait {wait}, then press Try again.",
    "refusal": "Claude declined to answer. Change the text or the persona, or choose the offline reviewer.",
    "context": "The material is too long for the model. Use shorter notes, or fewer files in one session.",
    "malformed": "Claude's answer could not be read. Try again; if it stays, check ANTHROPIC_BASE_URL.",
}
BY_TYPE: dict[str, FailureKind] = {
    "authentication_error": "refused_key",
    "permission_error": "refused_key",
    "billing_error": "refused_key",
    "not_found_error": "unknown_model",
    "request_too_large": "context",
    "rate_limit_error": "rate_limited",
    "overloaded_error": "overloaded",
    "timeout_error": "stalled",
    "api_error": "server",
    "invalid_request_error": "bad_request",
}
BY_STATUS: dict[int, FailureKind] = {
    401: "refused_key",
    402: "refused_key",
    403: "refused_key",
    404: "malformed",  # without a type it is no answer of a Messages API
    408: "stalled",
    413: "context",
    429: "rate_limited",
    504: "stalled",
    529: "overloaded",
}
TOO_LONG = ("prompt is too long", "context window", "context size", "exceed context limit")


@dataclass(frozen=True)
class Circumstances:
    """What the sentence about a failure names. `setting` is the variable that holds `model`."""

    model: str = ""
    setting: str = "ELM_MODEL_STRATEGIC"
    request_id: str = ""
    partial: str = ""
    seconds: float = 0.0
    retry_after: str = ""
    detail: str = ""


def provider_error(kind: FailureKind, circumstances: Circumstances) -> ProviderError:
    """The error to raise for a failure of this kind. `detail` is the provider's words, free of secrets."""
    wait = f"{circumstances.retry_after} seconds" if circumstances.retry_after.isdigit() else "a minute"
    sentence = SENTENCES[kind].format(
        model=circumstances.model,
        setting=circumstances.setting,
        seconds=circumstances.seconds,
        wait=wait,
    )
    if circumstances.detail:
        sentence = f"{sentence} (Details: {circumstances.detail})"
    return ProviderError(
        sentence,
        permanent=kind in PERMANENT,
        request_id=circumstances.request_id,
        kind=kind,
        partial=circumstances.partial,
    )


def kind_of(status: int, error_type: str | None, message: str) -> FailureKind:
    """The kind of an HTTP answer. In mid-stream the status is 200 and only `error_type` tells."""
    if any(words in message.lower() for words in TOO_LONG):
        return "context"
    kind = BY_TYPE.get(error_type or "") or BY_STATUS.get(status)
    return kind or ("bad_request" if 400 <= status < 500 else "server")

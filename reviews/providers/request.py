"""A Prompt as the body of a Messages API request. Pure: no network, no SDK.

A structured result is asked for as an envelope `{"message": …, "record": …}` with a JSON schema, because the
current models refuse a forced tool call, and hide longer text that comes before a tool call in their
thinking. The tool `record` is the second chance, where no text is wanted.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from reviews.providers.base import Prompt
from reviews.providers.fences import fence_text, nonce_rule
from reviews.providers.prices import price_of

TOOL = "record"
# From generation 5 on, models think before they answer, which counts towards the limit of the answer.
THINKS = re.compile(r"claude-[a-z]+-([5-9]|[1-9]\d)(\D|$)")
THINKING_ROOM = 4096
MOST_CACHE_MARKS = 4
# The current tokenizer takes about 2.5 characters of English a token; bytes are fair to other scripts too.
BYTES_PER_TOKEN = 2
FIXED_TOKENS = 500
TRANSCRIPT_PIECE = 4096
SECTION = re.compile(r"^(?=# )", re.MULTILINE)

ENVELOPE_RULE = (
    "Answer as JSON with two parts. `message` is all that you say, whole, as people read it. `record` is for the app: "
    "the fields that your task describes. A field that it does not ask for stays empty."
)
AGAIN = "Now call the tool `record` once, for the answer that you have just given. Write nothing else."


def first_body(prompt: Prompt, model: str, schema: Mapping[str, Any] | None) -> dict[str, Any]:
    """The request for an answer. `schema` is the envelope's, or None when plain text is wanted."""
    body = _request_body(prompt, model)
    body["messages"] = [{"role": "user", "content": _marked_content(prompt, model)}]
    if schema is not None:
        body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
    return body


def again_body(prompt: Prompt, model: str, schema: Mapping[str, Any], text: str) -> dict[str, Any]:
    """The request for the record of the answer `text`, by a tool call. `schema` is the result's. Nothing is marked:
    no other call has this tool, so the cache would neither have it nor be asked for it."""
    body = _request_body(prompt, model)
    asked = {"type": "text", "text": AGAIN}
    # An assistant turn must have words, and must not end in white space.
    if text.strip():
        said = {"role": "assistant", "content": text.rstrip()}
        body["messages"] = [
            {"role": "user", "content": _request_content(prompt)},
            said,
            {"role": "user", "content": [asked]},
        ]
    else:
        body["messages"] = [{"role": "user", "content": [*_request_content(prompt), asked]}]
    description = "Keeps the answer in structured form."
    body["tools"] = [{"name": TOOL, "description": description, "input_schema": schema, "strict": True}]
    body["tool_choice"] = {"type": "auto", "disable_parallel_tool_use": True}
    return body


@cache
def envelope_model(result: type[BaseModel]) -> type[BaseModel]:
    """The model of `{"message": …, "record": <result>}`, the message first."""
    message = Field(description="Everything that people will read.")
    forbid = ConfigDict(extra="forbid")
    return create_model("Answer", __config__=forbid, message=(str, message), record=(result, Field()))


def require_properties(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON schema with every property required: optional ones make a strict schema costly and vague. What describes
    an object as a whole is left out, since it is a class's docstring and speaks to whoever reads the code."""
    left_out = {"title", "default", *(["description"] if "properties" in schema else [])}
    node = {key: value for key, value in schema.items() if key not in left_out}
    for key in ("properties", "$defs"):
        if key in node:
            node[key] = {name: require_properties(part) for name, part in node[key].items()}
    for key in ("anyOf", "allOf", "oneOf"):
        if key in node:
            node[key] = [require_properties(part) for part in node[key]]
    if "items" in node:
        node["items"] = require_properties(node["items"])
    if "properties" in node:
        node["required"] = list(node["properties"])
    return node


def most_tokens(prompt: Prompt, model: str) -> tuple[int, int]:
    """The most tokens of input and of output that one request for `prompt` can take."""
    schema = _result_schema(prompt.result) if prompt.result else ""
    texts = [prompt.system, prompt.request, schema, *(m.name + m.text for m in prompt.materials)]
    size = sum(len(text.encode("utf-8", "replace")) for text in texts)
    fences = 100 * (len(prompt.materials) + 1)
    return size // BYTES_PER_TOKEN + fences + FIXED_TOKENS, most_output(prompt, model)


@cache
def _result_schema(result: type[BaseModel]) -> str:
    """The JSON schema of a structured result, as text."""
    return json.dumps(result.model_json_schema())


def most_output(prompt: Prompt, model: str) -> int:
    """The limit of tokens to send: what the prompt allows, and room to think for a model that does."""
    return prompt.max_tokens + (THINKING_ROOM if THINKS.match(model) else 0)


def nonce_of(prompt: Prompt) -> str:
    """The prompt's nonce, or one made of its content: no text can be written to contain its own hash."""
    if prompt.nonce:
        return prompt.nonce
    parts = [prompt.system, prompt.request, *(m.name + m.text for m in prompt.materials)]
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


def _request_body(prompt: Prompt, model: str) -> dict[str, Any]:
    return {"model": model, "max_tokens": most_output(prompt, model), "system": _system_text(prompt)}


def _system_text(prompt: Prompt) -> str:
    nonce = nonce_of(prompt)
    parts = [prompt.system]
    if prompt.materials and nonce not in prompt.system:
        parts.append(nonce_rule(nonce))
    if prompt.result:
        parts.append(ENVELOPE_RULE)
    return "\n\n".join(part for part in parts if part)


def _request_content(prompt: Prompt) -> list[dict[str, Any]]:
    """The materials between their fences, and the request, a block each."""
    nonce = nonce_of(prompt)
    texts = [fence_text(m.name, m.text, m.kind, nonce) for m in prompt.materials]
    return [{"type": "text", "text": text} for text in [*texts, prompt.request]]


def _marked_content(prompt: Prompt, model: str) -> list[dict[str, Any]]:
    """The same with the marks up to which the cache shall keep it: at most as many as the API takes, and none where
    the model is sure to find too little to keep."""
    blocks = _request_content(prompt)
    least = price_of(model).cache_from * BYTES_PER_TOKEN
    length = len(_system_text(prompt).encode("utf-8", "replace"))
    wanted = []
    for material, block in zip(prompt.materials, blocks, strict=False):
        length += len(block["text"].encode("utf-8", "replace"))
        if material.cache and length >= least:
            wanted.append(block)
    for block in wanted[-MOST_CACHE_MARKS:]:
        block["cache_control"] = {"type": "ephemeral"}
    return blocks


def full_prompt(prompt: Prompt) -> str:
    """Everything that a model reads for `prompt`, fences included, as one text for people and for hashes."""
    return "".join(prompt_parts(prompt))


def prompt_parts(prompt: Prompt) -> list[str]:
    """The full prompt in the parts that the calls of a session have in common: the system text, each material,
    each section of the request. A transcript comes in pieces of one length, so that one that has grown begins with
    the same."""
    parts = [_system_text(prompt) + "\n\n"]
    for material, block in zip(prompt.materials, _request_content(prompt), strict=False):
        text = block["text"] + "\n\n"
        length = TRANSCRIPT_PIECE if material.kind == "transcript" else len(text)
        parts += [text[start : start + length] for start in range(0, len(text), length)]
    return [*parts, *filter(None, SECTION.split(prompt.request + "\n"))]

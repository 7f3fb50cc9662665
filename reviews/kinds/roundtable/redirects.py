"""The lead's redirects: what models are shown of them, and which message the lead may still lead back from. Pure."""

from collections.abc import Iterable

from reviews.kinds.roundtable.state import RoundtableState, Turn


def with_redirects(now: RoundtableState, log: Iterable[Turn]) -> list[Turn]:
    """What was said with the lead's redirects between, in order: whoever speaks next has to know that the table was led
    back. A redirect is no turn."""
    return sorted((*log, *now.redirects), key=lambda turn: turn.number)


def noticed_message(now: RoundtableState) -> Turn | None:
    """The newest message of a person, whoever it addressed, if the lead has neither spoken nor led back since."""
    said = [turn for turn in now.turns if turn.is_person]
    if not said:
        return None
    newest, lead = said[-1], now.setup.lead.key
    spoken = any(
        turn.key == lead and turn.kind == "contribution" for turn in now.turns if turn.number > newest.number
    )
    led_back = any(turn.number > newest.number for turn in now.redirects)
    return None if spoken or led_back else newest

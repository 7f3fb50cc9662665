"""Sessions of a kind that is not registered any more: what is stored is shown, and says so; nothing goes on."""

from typing import Any, ClassVar

from reviews.errors import ElmError
from reviews.kinds.base import SessionKind
from reviews.kinds.transcripts import transcript_header
from reviews.models import Session
from reviews.pages.base import SessionPage

GONE = "This kind of session is not available here."


class GonePage(SessionPage[Any]):
    parts: ClassVar = {"before": "reviews/sessions/gone.html"}
    why = GONE


class GoneKind(SessionKind):
    name = ""
    label = "Session"
    page = GonePage
    is_available = False

    def refuse(self, *asked: Any, **named: Any) -> Any:
        raise ElmError(GONE)

    setup = before_resume = deeper_config = message_data = refuse

    def how_far(self, session: Session) -> str:
        return GONE

    def transcript(self, session: Session, provider: str) -> str:
        """What was said, line by line: only its kind knows more of its form."""
        said = [
            f"{row.speaker_name}: {row.text}" if row.speaker_name else row.text
            for row in session.events.exclude(text="")
        ]
        return transcript_header("", provider) + "\n\n".join([GONE, *said]) + "\n"

"""What prompts are shown on in the administration: always the same. Pure."""

from reviews.kinds.notes import Note

NONCE = "0123456789abcdef"
NOTES = (
    "# Moving the booking service\n\n"
    "We will move bookings to the new platform. It is significantly faster.\n\n"
    "## Risks\n\nThe old system may lose bookings during the move.\n"
)
SAMPLE = Note("sample", "booking.md", NOTES)

"""Server-sent events out of the bytes of a stream, wherever the network cut them. Linear in what comes, and bounded.

This is the hot path: it runs once for each token of every live session.
"""

MOST_BYTES = 4_000_000
"""The longest event that is taken; those of a model have a few hundred bytes."""


class EventReader:
    """Reads one stream. It keeps the event that is not whole yet and nothing else."""

    def __init__(self) -> None:
        self._line: list[bytes] = []
        self._data: list[str] = []
        self._name = ""
        self._size = 0
        self._after_return = False

    def read(self, piece: bytes) -> list[tuple[str, str]]:
        """Add bytes. Returns the name and the data of each event that is whole with them; events without a name or
        without data are left out. Raises ValueError for bytes that are no UTF-8, and for an event without end."""
        if self._after_return and piece.startswith(b"\n"):
            piece = piece[1:]
        if not piece:
            return []
        self._after_return = piece.endswith(b"\r")
        self._size += len(piece)
        if self._size > MOST_BYTES:
            raise ValueError("An event of the stream is too long.")
        self._line.append(piece)
        if b"\n" not in piece and b"\r" not in piece:
            return []
        lines = b"".join(self._line).splitlines()  # of bytes: at \n, \r and \r\n only
        self._line = [] if piece.endswith((b"\n", b"\r")) else [lines.pop()]
        return self._read_lines(lines)

    def _read_lines(self, lines: list[bytes]) -> list[tuple[str, str]]:
        events = []
        for line in lines:
            if not line:
                if self._name and (data := "\n".join(self._data)):
                    events.append((self._name, data))
                self._name, self._data, self._size = "", [], sum(map(len, self._line))
                continue
            field, _, value = line.decode().partition(":")
            if field == "data":
                self._data.append(value.removeprefix(" "))
            elif field == "event":
                self._name = value.removeprefix(" ")
        return events

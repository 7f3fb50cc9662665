"""The errors that personas show to people: each says what happened and what to do next."""


class PersonaError(Exception):
    """Something is wrong with a persona that a person can put right. Its text may be shown on a page."""


class MissingPersona(PersonaError):
    """No active persona has the key that a session asks for."""


class UnusableAngles(PersonaError):
    """Angles that somebody chose can't be used together: they conflict, or no weight is left."""


class BadPersonaFile(PersonaError):
    """A persona file cannot be taken. `problems` holds one sentence each, naming the file and the field."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class BadSeats(PersonaError):
    """These personas can't sit at a roundtable together; the sentence says why and what to do."""

"""The errors that ELM shows to people.

Every message says what happened and what to do next, because it is shown as it is.
"""


class ElmError(Exception):
    """Something went wrong that a person can act on. Its text may be shown on a page."""


class IllegalMove(ElmError):
    """The session is not in a state that allows this."""


class LostOwnership(ElmError):
    """Another runner owns the session now, so this one must not write."""


class NotReadable(ElmError):
    """The file could not be taken as text."""


class DoesNotFit(ElmError):
    """The text has moved on, so the change could not be placed."""


class BadConfiguration(ElmError):
    """A setting makes no sense."""


class ProviderError(ElmError):
    """A provider could not answer.

    `permanent` says that trying again without changing something is useless (a refused key, an unknown
    model id). `request_id` is the provider's own name for the call, "" when there is none. `partial` is the
    text that had arrived before the error, "" when none had.
    """

    def __init__(
        self,
        message: str,
        *,
        permanent: bool = False,
        request_id: str = "",
        kind: str = "",
        partial: str = "",
    ) -> None:
        super().__init__(message)
        self.permanent = permanent
        self.request_id = request_id
        self.kind = kind
        self.partial = partial


class WorkEnded(ElmError):
    """Work on a text was ended before it was done, or was not begun.

    `kind` says why: `too_long`, `too_large` (the text, or the memory that it needed), `busy` (no process was free),
    `left` (nobody waits for it any more) and `failed`.
    """

    def __init__(self, message: str, *, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


class RepositoryError(ElmError):
    """A repository could not be reached, read or written.

    `kind` says which of the known failures it is and never changes its spelling: `address`, `private`,
    `outside`, `not_repository`, `branch`, `path`, `credential`, `unreachable`, `tls`, `host_key`, `redirect`,
    `disk`, `too_large`, `unsafe`, `damaged`, `rejected`, `busy`, `timeout`, `stopped`, `stale`, `no_git` and
    `failed`.
    """

    def __init__(self, message: str, *, kind: str) -> None:
        super().__init__(message)
        self.kind = kind

"""No link that lets somebody in stands in a log: Django writes the path of every refused request there."""

import logging
import re

_LINK = re.compile(r"(/(?:join|accounts/link|accounts/email)/)\S++")


class WithoutLinks(logging.Filter):
    """Takes the part of such paths out that nobody may know. Lets every record through."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record's message where it has such a path."""
        text = record.getMessage()
        hidden = _LINK.sub(r"\1…", text)
        if hidden != text:
            record.msg, record.args = hidden, ()
        return True

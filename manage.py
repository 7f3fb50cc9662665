#!/usr/bin/env python3
"""The command line of ELM."""

import os
import sys


def main() -> None:
    """Run a management command; a setting that makes no sense ends with a sentence instead of a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "elm_site.settings")
    from django.core.management import execute_from_command_line

    from reviews.errors import BadConfiguration

    try:
        execute_from_command_line(sys.argv)
    except BadConfiguration as error:
        sys.exit(f"ELM can't start: {error}")


if __name__ == "__main__":
    main()

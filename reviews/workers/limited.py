"""Starts a command that may write no file larger than so many bytes, take only so much memory and compute only so long.

Run as a program of its own, before the command: limits set from a running server would reach the server's threads.
`python limited.py BYTES MEMORY SECONDS COMMAND…`; 0 means no limit.
"""

import os
import resource
import sys


def main(arguments: list[str]) -> None:
    written, memory, seconds, *command = arguments
    limits = (
        (resource.RLIMIT_FSIZE, written),
        (resource.RLIMIT_DATA, memory),
        (resource.RLIMIT_CPU, seconds),
    )
    for kind, text in limits:
        if int(text):
            _, most = resource.getrlimit(kind)
            limit = int(text) if most == resource.RLIM_INFINITY else min(int(text), most)
            resource.setrlimit(kind, (limit, limit))
    os.execvp(command[0], command)  # noqa: S606  (a shell is what this must not be)


if __name__ == "__main__":
    main(sys.argv[1:])

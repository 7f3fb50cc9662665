"""Starts a command that may write no file larger than so many bytes and take only so much memory.

Run as a program of its own, before git: limits set from a running server would reach the server's threads.
`python limited.py BYTES MEMORY COMMAND…`; 0 means no limit.
"""

import os
import resource
import sys


def main(arguments: list[str]) -> None:
    written, memory, *command = arguments
    for kind, text in ((resource.RLIMIT_FSIZE, written), (resource.RLIMIT_DATA, memory)):
        if int(text):
            _, most = resource.getrlimit(kind)
            limit = int(text) if most == resource.RLIM_INFINITY else min(int(text), most)
            resource.setrlimit(kind, (limit, limit))
    os.execvp(command[0], command)  # noqa: S606  (a shell is what this must not be)


if __name__ == "__main__":
    main(sys.argv[1:])

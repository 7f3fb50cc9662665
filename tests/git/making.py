"""Real repositories for tests, made by plain git."""

import hashlib
import os
import random
import subprocess
import zlib
from pathlib import Path

PLAIN = {
    "PATH": os.environ["PATH"],
    "HOME": "/nonexistent",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ana Example",
    "GIT_AUTHOR_EMAIL": "ana@example.org",
    "GIT_COMMITTER_NAME": "Ana Example",
    "GIT_COMMITTER_EMAIL": "ana@example.org",
    "LC_ALL": "C",
}


def plain(folder: Path, *arguments: str | bytes, stdin: bytes = b"", day: int = 1) -> bytes:
    """What git writes when somebody runs it in `folder`, on a day of January 2026."""
    when = f"2026-01-{day:02d}T12:00:00Z"
    variables = {**PLAIN, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    done = subprocess.run(["git", *arguments], cwd=folder, env=variables, input=stdin, capture_output=True)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    return done.stdout


class Upstream:
    """Somebody's bare repository; commits are made from bytes, so names and contents can be anything."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.day = 0
        path.parent.mkdir(parents=True, exist_ok=True)
        plain(path.parent, "init", "-q", "--bare", "--template=", "-b", "main", str(path))
        with (path / "config").open("a") as config:
            config.write("[http]\n\treceivepack = true\n[uploadpack]\n\tallowFilter = true\n")

    def git(self, *arguments: str | bytes, stdin: bytes = b"") -> bytes:
        return plain(self.path, *arguments, stdin=stdin, day=max(self.day, 1))

    def commit(
        self,
        files: dict[bytes | str, bytes],
        *,
        branch: str = "main",
        message: str = "A change",
        **options: str,
    ) -> str:
        """Adds or changes files (`mode` for all of them) on a branch, a day later than the commit before."""
        self.day += 1
        mode = options.get("mode", "100644")
        entries = []
        for name, data in files.items():
            path = name if isinstance(name, bytes) else name.encode()
            id_ = data if mode == "160000" else self._blob(data)
            entries.append(mode.encode() + b" " + id_ + b"\t" + path + b"\0")
        return self._commit(b"".join(entries), branch, message, options.get("parent", branch))

    def rename(self, old: str, new: str, *, branch: str = "main") -> str:
        """Gives a file another path on a branch."""
        self.day += 1
        id_ = self.git("rev-parse", f"{branch}:{old}").strip()
        entries = (
            b"0 " + b"0" * 40 + b"\t" + old.encode() + b"\0" + b"100644 " + id_ + b"\t" + new.encode() + b"\0"
        )
        return self._commit(entries, branch, f"Rename {old}", branch)

    def delete(self, branch: str) -> None:
        """Deletes a branch."""
        self.git("update-ref", "-d", f"refs/heads/{branch}")

    def _blob(self, data: bytes) -> bytes:
        """What `git hash-object -w` does, without a process for each file."""
        whole = b"blob %d\0" % len(data) + data
        id_ = hashlib.sha1(whole).hexdigest()
        file = self.path / "objects" / id_[:2] / id_[2:]
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(zlib.compress(whole, 1))
        return id_.encode()

    def _commit(self, entries: bytes, branch: str, message: str, parent: str) -> str:
        variables = {**PLAIN, "GIT_INDEX_FILE": str(self.path / "test-index"), "GIT_DIR": str(self.path)}
        known = self.git("for-each-ref", "--format=%(objectname)", f"refs/heads/{parent}").decode().strip()
        known = known or (parent if len(parent) == 40 else "")

        def run(*arguments: str, stdin: bytes = b"") -> str:
            date = {f"GIT_{who}_DATE": f"2026-01-{self.day:02d}T12:00:00Z" for who in ("AUTHOR", "COMMITTER")}
            done = subprocess.run(
                ["git", *arguments], env={**variables, **date}, input=stdin, capture_output=True, check=True
            )
            return done.stdout.decode().strip()

        run("read-tree", *([known] if known else ["--empty"]))
        run("update-index", "-z", "--index-info", stdin=entries)
        tree = run("write-tree")
        made = run("commit-tree", tree, *(["-p", known] if known else []), "-m", message)
        run("update-ref", f"refs/heads/{branch}", made)
        return made


def everything_in(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes: what a test compares to show that nothing was touched."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def noise(size: int) -> bytes:
    """Bytes that can't be made smaller."""
    return random.Random(size).randbytes(size)

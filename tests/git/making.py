"""Real repositories for tests, made by plain git."""

import hashlib
import os
import random
import subprocess
import zlib
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

type Files = dict[bytes, tuple[bytes, bytes]]
"""The mode and the id of what stands at each path of a commit."""

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

CONFIG = """[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = true
[http]
\treceivepack = true
[uploadpack]
\tallowFilter = true
"""


def plain(folder: Path, *arguments: str | bytes, stdin: bytes = b"", day: int = 1) -> bytes:
    """What git writes when somebody runs it in `folder`, on a day of January 2026."""
    when = f"2026-01-{day:02d}T12:00:00Z"
    variables = {**PLAIN, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    done = subprocess.run(["git", *arguments], cwd=folder, env=variables, input=stdin, capture_output=True)
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    return done.stdout


def read_reference(folder: Path, name: str) -> str:
    """The id that a reference of a repository has, or "": what `git for-each-ref` says, without a process."""
    file = folder / name
    if file.is_file():
        return file.read_text().strip()
    packed = folder / "packed-refs"
    rows = packed.read_text().splitlines() if packed.exists() else []
    return next((row[:40] for row in rows if row[41:] == name), "")


def write_reference(folder: Path, name: str, commit: str) -> None:
    """What `git update-ref` does, without a process: nobody sees half of an id."""
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_name(f"{file.name}.lock")
    new.write_text(f"{commit}\n")
    new.replace(file)


class Upstream:
    """Somebody's bare repository; commits are made from bytes, so names and contents can be anything."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.day = 0
        self.made: dict[str, Files] = {}
        # What `git init --bare` makes.
        for name in ("objects/info", "objects/pack", "refs/heads", "refs/tags"):
            (path / name).mkdir(parents=True, exist_ok=True)
        (path / "HEAD").write_text("ref: refs/heads/main\n")
        (path / "config").write_text(CONFIG)

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
        mode = options.get("mode", "100644").encode()
        parent = options.get("parent", branch)
        known = self._files(self._tip(parent))
        for name, data in files.items():
            path = name if isinstance(name, bytes) else name.encode()
            known[path] = (mode, data if mode == b"160000" else self._write(b"blob", data))
        return self._commit(known, branch, message, parent)

    def rename(self, old: str, new: str, *, branch: str = "main") -> str:
        """Gives a file another path on a branch."""
        self.day += 1
        files = self._files(self._tip(branch))
        files[new.encode()] = files.pop(old.encode())
        return self._commit(files, branch, f"Rename {old}", branch)

    def delete(self, branch: str) -> None:
        """Deletes a branch."""
        self.git("update-ref", "-d", f"refs/heads/{branch}")

    def _tip(self, parent: str) -> str:
        """The commit that a branch points to, or the commit itself; nothing for a branch that is not there."""
        known = read_reference(self.path, f"refs/heads/{parent}")
        return known or (parent if len(parent) == 40 else "")

    def _files(self, commit: str) -> Files:
        """What git lists of a commit, unless it was made here."""
        if commit and commit not in self.made:
            rows = [row.partition(b"\t") for row in self.git("ls-tree", "-rz", commit).split(b"\0") if row]
            self.made[commit] = {path: (head.split()[0], head.split()[2]) for head, _, path in rows}
        return dict(self.made.get(commit, {}))

    def _write(self, kind: bytes, data: bytes) -> bytes:
        """What `git hash-object -w` does, without a process for each object."""
        whole = b"%s %d\0" % (kind, len(data)) + data
        id_ = hashlib.sha1(whole).hexdigest()
        file = self.path / "objects" / id_[:2] / id_[2:]
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(zlib.compress(whole, 1))
        return id_.encode()

    def _tree(self, files: Files) -> bytes:
        rows, folders = [], defaultdict(dict)
        for path, (mode, id_) in files.items():
            top, slash, rest = path.partition(b"/")
            if slash:
                folders[top][rest] = (mode, id_)
            else:
                rows.append((top, mode, id_))
        rows += [(name + b"/", b"40000", self._tree(inside)) for name, inside in folders.items()]
        parts = [
            (mode, name.removesuffix(b"/"), bytes.fromhex(id_.decode())) for name, mode, id_ in sorted(rows)
        ]
        return self._write(b"tree", b"".join(b"%s %s\0%s" % part for part in parts))

    def _commit(self, files: Files, branch: str, message: str, parent: str) -> str:
        """What `git commit-tree` and `git update-ref` do, without a process for each."""
        known = self._tip(parent)
        seconds = int(datetime(2026, 1, self.day, 12, tzinfo=UTC).timestamp())
        who = f"Ana Example <ana@example.org> {seconds} +0000"
        lines = [f"tree {self._tree(files).decode()}", *([f"parent {known}"] if known else [])]
        lines += [f"author {who}", f"committer {who}", "", message.removesuffix("\n"), ""]
        made = self._write(b"commit", "\n".join(lines).encode()).decode()
        self.made[made] = files
        write_reference(self.path, f"refs/heads/{branch}", made)
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

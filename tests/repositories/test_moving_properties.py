"""Whatever people decide and whatever happens to the repository, in whatever order: without what is accepted an
artifact has the bytes of its commit, and what was accepted is in the text, in the repository, or proposed again."""

import random
import shutil
import tempfile
from itertools import count
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from reviews.changes import decide
from reviews.documents.headings import every_line
from reviews.documents.insert import compose_text
from reviews.documents.marked_runs import point_of
from reviews.errors import DoesNotFit, IllegalMove, NotReadable
from reviews.models import Artifact, Change, Revision
from reviews.repositories import moving
from reviews.repositories.contents import commit_content
from reviews.repositories.places import mirror_of
from tests import factories
from tests.changes.stage import now, propose
from tests.changes.table import held_about
from tests.documents.markdown import documents, rough_documents
from tests.drawing import examples
from tests.git.making import plain
from tests.repositories.stage import PLAN

DECISIONS = ["accept", "accept", "accept", "undo", "reject", "edit", "again"]
UPSTREAM = ["upstream", "upstream", "merge", "merge", "merge", "force"]
NUMBERS = st.integers(0, 11)
CHAPTERS = st.tuples(
    st.lists(st.tuples(st.sampled_from(DECISIONS), NUMBERS), max_size=4),
    st.lists(st.tuples(st.sampled_from(UPSTREAM), NUMBERS), max_size=2),
    st.lists(st.tuples(st.just("move"), NUMBERS), max_size=1),
)
STEPS = st.lists(CHAPTERS, min_size=1, max_size=4).map(
    lambda chapters: [step for chapter in chapters for part in chapter for step in part]
)
ORDERS = st.randoms(use_true_random=False)
SLOW = settings(max_examples=40, suppress_health_check=list(HealthCheck))
FAST = examples(12, *HealthCheck)
PATH = "docs/plan.md"
DELETED_BY_A_LATER_ONE = [("accept", 0), ("accept", 1), ("again", 5), ("undo", 0), ("accept", 2)]
REWORDED_AFTER_A_MERGE = [("accept", 2), ("upstream", 1), ("upstream", 2), ("move", 7), ("move", 0)]
EDITED_AFTER_A_MERGE = [("accept", 0), ("merge", 0), ("undo", 0), ("edit", 0), ("move", 0)]
ADDED_AMID_A_REWRITE = [("accept", 2), ("again", 6), ("accept", 3)]
REMOVED_AFTER_A_COPY = [("accept", 0), ("again", 3), ("accept", 2), ("accept", 4), ("accept", 3)]
UNDONE_BELOW_A_REWRITE = [("reject", 7), ("accept", 8), ("again", 1), ("accept", 11), ("undo", 0)]
TITLES = ["User Journeys", "Plan", "Risks", "A", "Problem", "Nothing of the kind"]
TEXTS = st.just(PLAN.decode()) | documents() | rough_documents()


class Hosted:
    """A branch of somebody's repository, and ELM's mirror of it, without anything that takes time."""

    numbers = count(1)

    def __init__(self, folder: Path, mirror: Path, data: bytes) -> None:
        self.folder, self.mirror = folder, mirror
        self.branch = f"example-{next(self.numbers)}"
        self.contents: dict[str, bytes] = {}
        self.tip = ""
        self.commit(data)

    @property
    def data(self) -> bytes:
        """What the file is on the branch now."""
        return self.contents[self.tip]

    def commit(self, data: bytes, *, force: bool = False) -> None:
        """A commit with the file; by force, one with another history. The mirror is told of it."""
        name = f"refs/heads/{self.branch}"
        head = f"commit {name}\ncommitter Ana <ana@example.org> {1_767_000_000 + len(self.contents)} +0000\n"
        start = f"from {name}^0\n" if self.tip and not force else ""
        words = f"{head}data 4\nNext\n{start}M 100644 inline {PATH}\ndata {len(data)}\n"
        plain(self.folder, "fast-import", "--quiet", "--force", stdin=words.encode() + data + b"\n")
        here = f"+{name}:refs/upstream/heads/{self.branch}"
        plain(self.mirror, "fetch", "--quiet", "--no-tags", "--force", str(self.folder), here)
        self.tip = plain(self.folder, "rev-parse", name).decode().strip()
        self.contents[self.tip] = data

    def merge(self, base: bytes, ours: bytes) -> None:
        """Take in what ELM made of `base`, as git merges it; a conflict is given up."""
        merged = ours if base == self.data else merged_by_git(self.folder, self.data, base, ours)
        if merged is not None and merged != self.data:
            self.commit(merged)


def merged_by_git(folder: Path, current: bytes, base: bytes, other: bytes) -> bytes | None:
    """The three texts merged; None for a conflict."""
    for name, data in (("current", current), ("base", base), ("other", other)):
        (folder / name).write_bytes(data)
    try:
        return plain(folder, "merge-file", "-p", "current", "base", "other")
    except AssertionError:
        return None


def changed_by_hand(text: str, number: int) -> str:
    """What somebody makes of a text without knowing of ELM."""
    lines = every_line(text) or [""]
    at = number % len(lines)
    match number % 6:
        case 0:
            lines.insert(at, f"Somebody's line {number}.\n")
        case 1:
            del lines[at]
        case 2:
            lines[at] = f"Reworded {number}.\n"
        case 3:
            lines = [*lines[at:], "\n", *lines[:at]]
        case 4:
            lines.append(f"\n## Section {number}\n\nNew.\n")
        case _:
            lines = lines[: at + 1]
    return "".join(lines)


class Story:
    """An artifact that follows a branch, and what Ana has accepted of it."""

    def __init__(self, hosted: Hosted, artifact: Artifact, order: random.Random) -> None:
        self.hosted, self.artifact, self.order = hosted, artifact, order
        self.ana = factories.UserFactory()
        self.accepted: list[object] = []

    def changes(self) -> list[Change]:
        rows = Change.objects.filter(artifact=self.artifact).select_related("artifact", "session", "base")
        return list(rows.order_by("session__created", "order"))

    def act(self, name: str, number: int) -> None:
        """One step; what is refused changes nothing."""
        before = now(self.artifact)
        try:
            with transaction.atomic():
                getattr(self, f"do_{name}")(number)
        except (DoesNotFit, IllegalMove, NotReadable):
            assert now(self.artifact) == before

    def chosen(self, number: int) -> Change:
        changes = self.changes()
        return changes[number % len(changes)]

    def do_accept(self, number: int) -> None:
        change = self.chosen(number)
        decide.accept(change, self.ana)
        self.accepted.append(change.pk)

    def do_edit(self, number: int) -> None:
        change = self.chosen(number)
        decide.accept(change, self.ana, text=f"- [All] edited {change.pk}\n")
        self.accepted.append(change.pk)

    def do_undo(self, number: int) -> None:
        change = self.chosen(number)
        decide.undo(change, self.ana)
        if change.pk in self.accepted:
            self.accepted.remove(change.pk)

    def do_reject(self, number: int) -> None:
        decide.reject(self.chosen(number), self.ana)

    def do_again(self, number: int) -> None:
        total = len(self.changes())
        if total > 8:
            return
        self.artifact.refresh_from_db()
        if number % 2:
            session = factories.SessionFactory(item=self.artifact.item, state="finished", end_reason="ready")
            propose(session, self.artifact, changed_by_hand(self.artifact.current.text, number))
        else:
            held_about(self.artifact, [f"- [All] {total}.{n}" for n in range(2)], title=TITLES[number // 2])

    def do_upstream(self, number: int) -> None:
        self.hosted.commit(changed_by_hand(self.hosted.data.decode(), number).encode())

    def do_force(self, number: int) -> None:
        data = list(self.hosted.contents.values())[number % len(self.hosted.contents)]
        self.hosted.commit(changed_by_hand(data.decode(), number).encode(), force=True)

    def do_merge(self, number: int) -> None:
        """Somebody takes in what ELM has committed: what one session is to change, or everything."""
        base, session = bytes(self.pinned().content), self.chosen(number).session
        self.artifact.refresh_from_db()
        made = commit_content(session, self.artifact, self.pinned()).data
        self.hosted.merge(base, made if number % 2 else now(self.artifact))

    def do_move(self, number: int) -> None:
        commits = list(self.hosted.contents)
        commit = commits[number % len(commits)] if number % 4 == 3 else self.hosted.tip
        moving.move(self.artifact, commit, self.ana)

    def pinned(self) -> Revision:
        pinned = self.artifact.pinned
        assert pinned
        pinned.artifact = self.artifact
        return pinned

    def check(self) -> None:
        """What must hold after every step."""
        pinned = self.pinned()
        assert bytes(pinned.content) == self.hosted.contents[pinned.commit]
        applied = []
        for change in self.changes():
            if change.pk in self.accepted and change.status != "applied":
                assert change.status == "proposed"
                assert change.unplaced or told(change)
                self.accepted.remove(change.pk)
            if change.status == "applied":
                assert change.pk in self.accepted
                applied.append(change)
        self.check_it_is_there(applied, pinned.text)

    def check_it_is_there(self, applied: list[Change], upstream: str) -> None:
        """What counts as accepted stands in the text, unless a later change that was accepted is about its words."""
        text = now(self.artifact).decode()
        for change in applied:
            if change.upstream:
                assert words_of(change) in self.hosted.contents[change.upstream].decode()
                assert (
                    words_of(change) in upstream or not change.marker
                )  # a rewrite may be reworded there later
            elif not any(words_of(change) in later.base.text for later in rewrites(applied)):
                assert words_of(change) in text or (not change.marker and stands_in(change.text, text))

    def check_without_the_accepted(self) -> None:
        """Taking it out again gives the bytes of the commit: in any order, or the newest first when some of it is
        about the words of the rest."""
        pinned = self.pinned()
        applied = [row for row in self.changes() if row.status == "applied" and not row.upstream]
        applied.sort(key=lambda row: -self.accepted.index(row.pk))
        if self.fits_together(applied, pinned):
            self.order.shuffle(applied)
        with transaction.atomic():
            for change in applied:
                decide.undo(change, self.ana)
            assert now(self.artifact) == bytes(pinned.content)
            transaction.set_rollback(True)

    def fits_together(self, applied: list[Change], pinned: Revision) -> bool:
        """Whether all of it has its own place in the text of the commit."""
        if rewrites(applied) and any(row.base_id != pinned.pk for row in applied):
            return False
        try:
            compose_text(pinned.text, [row for row in applied if row.base_id == pinned.pk])
        except DoesNotFit:
            return False
        return True


def stands_in(words: str, text: str) -> bool:
    """Whether the lines stand there in their order; a later addition may stand between two of them."""
    left = iter(text.splitlines())
    return all(line in left for line in words.splitlines())


def rewrites(changes: list[Change]) -> list[Change]:
    """Those of the changes that are no additions."""
    return [change for change in changes if not change.marker]


def words_of(change: Change) -> str:
    """What it adds, without the marker that it may share."""
    return point_of(change) if change.marker else change.text


def told(change: Change) -> bool:
    """Whether the session's log says that the change waits for a decision again."""
    return any(
        str(change.pk) in event.data["changes"]
        for event in change.session.events.filter(kind="change")
        if event.data["action"] == "moved"
    )


class Following(TestCase):
    """One repository and one mirror for all examples, a branch for each."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.home = Path(tempfile.mkdtemp())
        cls.enterClassContext(cls.settings(cls, ELM_DATA_DIR=cls.home / "data"))
        cls.key = factories.RepositoryFactory.build().pk
        cls.mirror = mirror_of(factories.RepositoryFactory.build(pk=cls.key))
        for folder in (cls.home / "upstream.git", cls.mirror):
            folder.mkdir(parents=True)
            plain(folder, "init", "--quiet", "--bare", "--template=", ".")

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        shutil.rmtree(cls.home)

    def follow(self, text, steps, order):
        cache.clear()
        hosted = Hosted(self.home / "upstream.git", self.mirror, text.encode())
        item = factories.ItemFactory()
        repository = factories.RepositoryFactory(pk=self.key, team=item.team)
        artifact = Artifact.objects.create(
            item=item, name="plan.md", kind="markdown", source="repository", repository=repository,
            branch=hosted.branch, path=PATH,
        )  # fmt: skip
        artifact.current = Revision.objects.create(
            artifact=artifact, number=1, content=text.encode(), commit=hosted.tip, blob="1"
        )
        artifact.save(update_fields=["current"])
        story = Story(hosted, artifact, order)
        try:
            held_about(artifact, ["- [All] first", "- [All] second"], title=TITLES[1])
        except DoesNotFit:
            return
        for name, number in [("again", 1), *steps]:
            story.act(name, number)
            story.check()
            if name == "move":
                story.check_without_the_accepted()
        story.check_without_the_accepted()

    @FAST
    @example(PLAN.decode(), EDITED_AFTER_A_MERGE, random.Random(0))
    @example("# A\r# A", REWORDED_AFTER_A_MERGE, random.Random(0))
    @example(" ", DELETED_BY_A_LATER_ONE, random.Random(0))
    @example("# A\r## B\r# A", ADDED_AMID_A_REWRITE, random.Random(0))
    @given(TEXTS, STEPS, ORDERS)
    def test_nothing_that_happens_loses_what_was_accepted_or_what_the_repository_has(
        self, text, steps, order
    ):
        self.follow(text, steps, order)

    @pytest.mark.slow
    @SLOW
    @example(PLAN.decode(), REMOVED_AFTER_A_COPY, random.Random(0))
    @example("", UNDONE_BELOW_A_REWRITE, random.Random(0))
    @given(TEXTS | documents(largest=25) | rough_documents(largest=15), STEPS, ORDERS)
    def test_the_same_many_times_over(self, text, steps, order):
        self.follow(text, steps, order)

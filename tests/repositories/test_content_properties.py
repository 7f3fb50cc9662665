"""Whatever people decide about the changes of several sessions: a commit has the pinned bytes and what this session
added, and without that it is the pinned bytes again."""

from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from reviews.changes import decide as apply
from reviews.documents.headings import every_line
from reviews.errors import DoesNotFit, IllegalMove
from reviews.models import Artifact, Change, Revision, Session, SessionArtifact
from reviews.repositories.contents import commit_content
from tests import factories
from tests.changes.stage import propose
from tests.changes.table import held_about
from tests.documents.markdown import documents, rough_documents
from tests.drawing import examples

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["accept", "accept", "undo", "reject", "edit", "roundtable", "interview"]),
        st.integers(0, 9),
    ),
    max_size=10,
)
SLOW = settings(max_examples=60, suppress_health_check=list(HealthCheck))
FAST = examples(8, *HealthCheck)


def pinned_to(raw: bytes) -> Artifact:
    """An artifact whose first revision is from a commit."""
    artifact = factories.ArtifactFactory(
        source="repository", repository=factories.RepositoryFactory(), path="plan.md", content=b"x"
    )
    artifact.current = Revision.objects.create(
        artifact=artifact, number=2, content=raw, commit="1" * 40, blob="2" * 40
    )
    artifact.save()
    return artifact


def interview(artifact: Artifact, number: int) -> None:
    """A session that would rewrite a line of the artifact as it is, and add one."""
    artifact.refresh_from_db()
    lines = every_line(artifact.current.text)
    if len(lines) > 1:
        at = number % (len(lines) - 1)
        better = [*lines[:at], f"Rewritten {number}.\n", *lines[at + 1 :], f"\nNew {number}.\n"]
        session = factories.SessionFactory(item=artifact.item)
        SessionArtifact.objects.create(session=session, artifact=artifact, revision=artifact.current)
        propose(session, artifact, "".join(better))


def act(name: str, artifact: Artifact, user, number: int) -> None:
    """One step: a decision on one of the changes, or another session about the artifact as it is."""
    changes = list(Change.objects.filter(artifact=artifact).order_by("session__created", "order"))
    with suppress(IllegalMove, DoesNotFit):
        if name == "roundtable" and len(changes) < 6:
            held_about(artifact, [f"- [All] {len(changes)}.{n}" for n in range(2)], title="A")
        elif name == "interview" and len(changes) < 6:
            interview(artifact, number)
        elif name == "edit" and changes:
            apply.accept(changes[number % len(changes)], user, text=f"- [All] edited {number}")
        elif changes and name in ("accept", "undo", "reject"):
            getattr(apply, name)(changes[number % len(changes)], user)


def without(text: str, base: str, changes: list[Change]) -> str:
    """The text with the changes taken out of it again: rewrites turned back, the first of them first; additions
    and their headings cut, when every line of the base is there in its order."""
    if not changes[0].marker:
        for change in sorted(changes, key=lambda one: (one.position, len(one.removed))):
            start, end = change.position, change.position + len(change.text)
            assert text[start:end] == change.text
            text = text[:start] + change.removed + text[end:]
        return text
    lines = iter(every_line(text))
    assert all(any(bare(line) == bare(one) for one in lines) for line in every_line(base))
    ours = {bare(line) for change in changes for line in every_line(change.text)}
    ours |= {change.heading for change in changes}
    assert worded(text, ours) == worded(base, ours)
    return base


def bare(line: str) -> str:
    return line.rstrip("\r\n")


def worded(text: str, ours: set[str]) -> list[str]:
    """The lines with words in them that are not `ours`."""
    return [bare(line) for line in every_line(text) if line.strip() and bare(line) not in ours]


def check(artifact: Artifact, pinned: Revision) -> None:
    """What each session would commit."""
    for session in Session.objects.filter(changes__artifact=artifact).distinct():
        artifact.refresh_from_db()
        mine = list(session.changes.filter(status="applied"))
        made = commit_content(session, artifact, pinned)
        if not mine:
            assert made.data == bytes(pinned.content)
        elif made.alone and all(change.base_id == pinned.pk for change in mine):
            mark = b"\xef\xbb\xbf" if bytes(pinned.content).startswith(b"\xef\xbb\xbf") else b""
            assert made.data.startswith(mark)
            assert without(made.data.decode("utf-8-sig"), pinned.text, mine) == pinned.text
        elif not made.alone:
            assert made.data == bytes(artifact.current.content)


def decide(text: str, marked: bool, steps) -> None:
    user = factories.UserFactory()
    artifact = pinned_to(b"\xef\xbb\xbf" * marked + text.encode())
    pinned = artifact.current
    act("roundtable" if marked else "interview", artifact, user, 3)
    for name, number in steps:
        act(name, artifact, user, number)
        check(artifact, pinned)
    for change in Change.objects.filter(artifact=artifact, status="applied").order_by("-decided"):
        with suppress(DoesNotFit):
            apply.undo(change, user)
    check(artifact, pinned)


class Contents(TestCase):
    @FAST
    @given(documents() | rough_documents(), st.booleans(), STEPS)
    def test_a_commit_has_what_its_session_added_and_nothing_else(self, text, marked, steps):
        decide(text, marked, steps)

    @pytest.mark.slow
    @SLOW
    @given(documents(largest=25) | rough_documents(largest=15), st.booleans(), STEPS)
    def test_the_same_many_times_over(self, text, marked, steps):
        decide(text, marked, steps)

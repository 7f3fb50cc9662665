"""What people decide about changes and findings, what they say about them, and what of it they commit."""

from collections.abc import Sequence

from reviews.changes import comments, decide, findings
from reviews.models import Artifact, Change, Repository, Session
from reviews.models.finding import FindingStatus
from reviews.repositories import committing, moving, pushing
from reviews.sessions import actions
from tests import factories
from tests.compatibility.world import OWNER, World, interview, ran, roundtable, run_once
from tests.repositories.stage import PLAN, fetch

ADDRESS = "https://git.example.org/payments/notes.git"

EDITS = (
    {"old": "Cards are declined", "new": "Four in a hundred cards are declined", "reason": "It was asked."},
    {"old": "This makes checkout significantly better.", "new": "Checkout succeeds for 97 of 100 buyers."},
    {
        "after": "The payments team.",
        "new": "## Risks\n\nA card may be charged twice.",
        "reason": "It was missing.",
    },
)
EDITS_OF_PLAN = (
    {
        "old": "go away within minutes",
        "new": "go away within 10 minutes",
        "reason": "ELM asked for a number.",
    },
    {"old": "None.", "new": "Many."},
)


def decide_all(world: World) -> None:
    """All of it."""
    changes_of_the_sample(world)
    changes_by_hand(world)
    decide_findings(world)
    commits(world)


def changes_of_the_sample(world: World) -> None:
    """The first change of each session that has run is decided, in turn, in each way there is."""
    waiting = Session.objects.filter(changes__status="proposed").distinct().order_by("created")
    for number, session in enumerate(waiting):
        first = session.changes.filter(status="proposed").first()
        if number % 3 == 0:
            decide.reject(first, world.ben, "Legal has decided this.")
        elif number % 3 == 1:
            comments.add_comment(first, world.ben, "Why four?\nI know <three>.")
            comments.assign(first, str(world.ben.pk))


def changes_by_hand(world: World) -> None:
    """Accepted, edited, rejected with a reason, undone, all at once, and additions that were taken back."""
    note = world.note(factories.NOTES + OWNER, "checkout.md")
    one, two, three = improved(world, note).changes.order_by("order")
    decide.accept(one, world.ana)
    decide.accept(Change.objects.get(pk=two.pk), world.ben, text="Checkout succeeds for 96 of 100 buyers.")
    comments.add_comment(three, world.ana, "The bank says no.")
    decide.reject(Change.objects.get(pk=three.pk), world.ana, "The bank says no.")
    undone = improved(world, world.note(factories.NOTES + OWNER, "checkout-2.md"))
    decide.accept_all(undone, world.ana)
    decide.undo_all(undone, world.ben)
    decide.reject_rest(improved(world, world.note(factories.NOTES + OWNER, "checkout-3.md")), world.ben)
    table = summed_up(world, world.spec, "Three points")
    decide.accept(table.changes.get(order=1), world.ana)
    decide.accept(table.changes.get(order=2), world.ana)
    decide.undo(Change.objects.get(pk=table.changes.get(order=2).pk), world.ben)


def improved(world: World, note: Artifact, edits: Sequence[dict[str, str]] = EDITS) -> Session:
    """A finished interview that proposes these edits."""
    note.refresh_from_db()
    with world.script({"interview.improve": [{"text": "I say more.", "data": {"edits": list(edits)}}]}):
        return ran(interview(world, note))


def summed_up(world: World, about: Artifact, topic: str) -> Session:
    """A finished roundtable that proposes three additions."""
    points = [{"text": f"Point {number} of {topic}.", "events": ["last:any"]} for number in (1, 2, 3)]
    with world.script({"roundtable.synthesis": [{"text": "Three.", "data": {"insights": points}}]}):
        about.refresh_from_db()
        session = ran(roundtable(world, "", about, topic=topic, apply="review"))
        actions.say(session, user=world.ana, text="done")
        return run_once(session)


def decide_findings(world: World) -> None:
    """Open, accepted, dismissed and fixed ones, with comments and somebody who is asked."""
    sample = world.payments.artifacts.get(name="payment-retry-note.md")
    for artifact in (sample, world.spec, world.plan, *world.odd.artifacts.all()):
        findings.check(Artifact.objects.get(pk=artifact.pk))
    first, second, third, *_ = sample.findings.order_by("line", "column", "pk")
    findings.decide(first, FindingStatus.ACCEPTED, world.ana)
    findings.decide(second, FindingStatus.DISMISSED, world.ben, "It is a sample.")
    comments.add_comment(third, world.ben, "Ana knows.")
    comments.assign(third, str(world.ana.pk))
    fixed = Artifact.objects.get(item=world.payments, name="retries.md")
    findings.check(fixed)
    world.note("# Payment retries\n\nWe retry each declined payment three times.\n", "retries.md")
    findings.check(Artifact.objects.get(pk=fixed.pk))


def commits(world: World) -> None:
    """Committed, pushed, moved to a newer commit, committed again; then the repository is called by its address."""
    repository, plan = world.repository, world.plan
    whole = improved(world, plan, EDITS_OF_PLAN)
    decide.accept_all(whole, world.ana)
    [row] = committing.commit(whole, world.ana, "https://elm.example.org/sessions/1/")
    pushing.push(row, world.ana)
    base = world.upstream.commit({"docs/plan.md": PLAN.replace(b"None.", b"Many.") + b"\nMore.\n"})
    fetch(repository)
    moving.move(Artifact.objects.get(pk=plan.pk), base, world.ana)
    newer = summed_up(world, plan, "Plan")
    decide.accept(newer.changes.get(order=1), world.ben)
    committing.commit(newer, world.ben)
    lost = summed_up(world, plan, "Risks")
    last = world.upstream.commit({"docs/plan.md": b"# Plan\n\nEverything is new.\n"})
    fetch(repository)
    moving.move(Artifact.objects.get(pk=plan.pk), last, world.ben)
    assert lost.changes.exclude(unplaced="").exists()
    world.upstream.commit({"docs/goals.md": b"# Goals\n"})
    fetch(repository)
    Repository.objects.filter(pk=repository.pk).update(url=ADDRESS)

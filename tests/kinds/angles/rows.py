"""Angle reviews as rows: what a review that is held by hand has said, stored as a session."""

from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User

from reviews.log import store
from reviews.log.values import NewEvent, RunTool
from reviews.models import Artifact, Item, Session
from reviews.sessions import actions, loading
from tests import factories
from tests.kinds.angles.table import CODE, Answerer, Held, nothing, two_units
from tests.starter import load_starter


class HeldOn(Held):
    """A review of one stored artifact."""

    def run_tool(self, command: RunTool) -> Any:
        ran = super().run_tool(command)
        if command.tool != "outline" or (self.state.call and self.state.call.asker[0]):
            return ran
        note = self.setup.notes[0]
        units = [{**unit, "artifact": note.artifact} for unit in two_units(note.text)]
        return replace(ran, result={"units": units})


def stored_review(
    item: Item,
    by: User,
    answer: Answerer = nothing,
    *,
    artifact: Artifact | None = None,
    designer: bool = True,
    **config: Any,
) -> Session:
    """A review that was held as far as it goes, by a script, of an artifact (a new one with CODE)."""
    load_starter()
    artifact = artifact or factories.ArtifactFactory(item=item, name="prices.py", content=CODE)
    session = actions.create_session(
        item=item,
        kind="angles",
        artifacts=[artifact],
        started_by=by,
        config={"angles": ["correctness", "security"], **config},
        provider="scripted",
    )
    session.config["designer"] = designer
    session.save(update_fields=["config"])
    held = HeldOn(loading.setup_of(session, loading.prompt_personas(session)), answer).go()
    events = [NewEvent(one.kind, one.text, one.speaker, one.data) for one in held.events]
    store.append(session.pk, events)
    Session.objects.filter(pk=session.pk).update(
        state=held.state.lifecycle, end_reason=held.state.reason or ""
    )
    return Session.objects.select_related("item__team").get(pk=session.pk)

"""Phase and step files <-> rows. As with personas, loading is safe to repeat and never overwrites an edit."""

from collections.abc import Iterable

from django.core.exceptions import ValidationError

from personas.counts import LoadCounts
from personas.errors import BadPersonaFile
from personas.files import format_file
from personas.folders import read_phases, read_steps
from personas.models import Phase, Step
from personas.outline import PhaseFile, PhaseText, StepFile, StepText, in_order


def load_phases(files: Iterable[PhaseFile]) -> LoadCounts:
    """Create what is missing and bring unedited phases up to the shipped files. Raises BadPersonaFile."""
    counts = LoadCounts()
    rows = {phase.key: phase for phase in Phase.objects.select_related("lead")}
    for file in files:
        phase = rows.get(file.key)
        counts.note(_load(phase, phase or Phase(key=file.key), file.content()), file.key)
    return counts


def load_steps(files: Iterable[StepFile]) -> LoadCounts:
    """As load_phases. Never switches an existing step on or off."""
    counts = LoadCounts()
    rows = {step.step_id: step for step in Step.objects.select_related("persona", "phase")}
    for file in ordered(files):
        step = rows.get(file.step_id)
        counts.note(_load(step, step or new_step(file), file.content()), file.step_id)
    return counts


def _load(known: Phase | Step | None, row: Phase | Step, content: PhaseText | StepText) -> str:
    digest = content.digest()
    if known and known.digest == digest:
        if known.starter_digest != digest:
            known.starter_digest = digest
            known.save(update_fields=["starter_digest"])
        return "unchanged"
    if known and (known.is_edited or not known.is_shipped):
        return "left_alone"
    row.starter_digest = digest
    store(row, content)
    return "updated" if known else "created"


def import_phases(files: Iterable[tuple[str, PhaseFile]]) -> LoadCounts:
    """Create or edit phases. Raises BadPersonaFile; called in a transaction."""
    counts = LoadCounts()
    for _, file in files:
        phase = Phase.objects.select_related("lead").filter(key=file.key).first()
        if phase and phase.content() == file.content():
            counts.note("unchanged", file.key)
            continue
        store(phase or Phase(key=file.key), file.content())
        counts.note("updated" if phase else "created", file.key)
    return counts


def import_steps(files: Iterable[tuple[str, StepFile]]) -> LoadCounts:
    """Create or edit steps, each behind those that it depends on. Raises BadPersonaFile; called in a transaction."""
    counts = LoadCounts()
    for file in ordered(file for _, file in files):
        step = Step.objects.select_related("persona", "phase").filter(step_id=file.step_id).first()
        if step and step_file(step) == file:
            counts.note("unchanged", file.step_id)
            continue
        row = step or new_step(file)
        row.is_active = file.active
        store(row, file.content())
        counts.note("updated" if step else "created", file.step_id)
    return counts


def ordered(files: Iterable[StepFile]) -> list[StepFile]:
    """The files so that what a step depends on comes before it. Raises BadPersonaFile for a circle."""
    by_id = {file.step_id: file for file in files}
    needs = {
        step_id: [one for one in file.depends_on if one in by_id] for step_id, file in sorted(by_id.items())
    }
    try:
        return [by_id[step_id] for step_id in in_order(needs)]
    except ValueError as error:
        raise BadPersonaFile([f"depends_on: {error}."]) from error


def new_step(file: StepFile) -> Step:
    """A step without its content."""
    return Step(step_id=file.step_id, is_active=file.active)


def store(row: Phase | Step, content: PhaseText | StepText) -> None:
    """Give a row its content, check and save it. Raises BadPersonaFile."""
    name = row.step_id if isinstance(row, Step) else f"phase {row.key}"
    try:
        if isinstance(row, Step) and isinstance(content, StepText):
            row.take(content)
            row.find_phase()
        elif isinstance(row, Phase) and isinstance(content, PhaseText):
            row.take(content)
        row.full_clean()
    except ValidationError as error:
        raise BadPersonaFile([f"{name}: {sentence}" for sentence in error.messages]) from error
    row.save()


def shipped_text(row: Phase | Step) -> PhaseText | StepText | None:
    """What the present release ships for this row, None if nothing."""
    if isinstance(row, Step):
        return next((file.content() for file in read_steps() if file.step_id == row.step_id), None)
    return next((file.content() for file in read_phases() if file.key == row.key), None)


def restore_shipped(row: Phase | Step) -> None:
    """Give a row the shipped words again. Raises BadPersonaFile when none are shipped for it."""
    content = shipped_text(row)
    if content is None:
        raise BadPersonaFile([f"{row}: is not shipped with ELM, so there is no text to restore."])
    row.starter_digest = content.digest()
    store(row, content)


def step_file(step: Step) -> StepFile:
    """The step as its file would say it."""
    return StepFile(step_id=step.step_id, active=step.is_active, **vars(step.content()))


def phase_file(phase: Phase) -> PhaseFile:
    """The phase as its file would say it."""
    return PhaseFile(key=phase.key, **vars(phase.content()))


def outline_files() -> dict[str, str]:
    """The text of every phase's and step's file, by its path in an export."""
    phases = {f"phases/{phase.key}.md": format_file(phase_file(phase)) for phase in _phases()}
    steps = {f"steps/{step.step_id}.md": format_file(step_file(step)) for step in _steps()}
    return phases | steps


def _phases() -> Iterable[Phase]:
    return Phase.objects.select_related("lead")


def _steps() -> Iterable[Step]:
    return Step.objects.select_related("persona")

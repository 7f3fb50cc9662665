"""Runs the analysers of each text's language and says what they found and what they could not read.

Files of one language go to a tool together, because starting it costs more than most texts do. When a tool comes to
a bad end with several files, each is tried alone: one hostile text spoils nothing for its neighbours.
"""

import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePath

from reviews.code.analysers.alert import ANGLES, Alert, Analysis, Angle, Receipt, SourceFile
from reviews.code.analysers.complexity import Complexity
from reviews.code.analysers.process import LIMITS, AnalyserFailed, Limits, run_analyser
from reviews.code.analysers.queries import Queries
from reviews.code.analysers.ruff import Ruff
from reviews.code.analysers.shellcheck import ShellCheck
from reviews.code.analysers.structural import Structural
from reviews.code.analysers.tool import FAILED, READ, RECEIPTS, Found, KeptFile, Tool
from reviews.code.languages import LABELS, MARKDOWN, TEXT

SKIPPED = RECEIPTS.texts("skipped")
MOST_CHARACTERS = 1_000_000
"""Of a text that is analysed; also of the texts that are given to a tool together."""
MOST_FILES = 200
"""That are given to a tool together."""
DOCUMENTS = (MARKDOWN, TEXT)
SUFFIXES = {
    "python": ".py",
    "javascript": ".js",
    "typescript": ".ts",
    "tsx": ".tsx",
    "go": ".go",
    "rust": ".rs",
    "java": ".java",
    "c": ".c",
    "cpp": ".cpp",
    "ruby": ".rb",
    "php": ".php",
    "sql": ".sql",
    "shell": ".sh",
}
TOOLS: tuple[Tool, ...] = (Ruff(), Complexity(), ShellCheck(), Structural(), Queries())


def analyse(path_name: str, text: str, language: str, angles: Iterable[Angle] = ANGLES) -> Analysis:
    """The alerts of one text. Never raises: what could not be read says so in the receipts."""
    return analyse_many([SourceFile(path_name, text, language)], angles)[0]


def analyse_many(
    files: Sequence[SourceFile], angles: Iterable[Angle] = ANGLES, limits: Limits = LIMITS
) -> list[Analysis]:
    """The alerts of each text, in the order of `files`. Never raises."""
    wanted = tuple(angle for angle in ANGLES if angle in set(angles))
    found: list[dict[str, Found]] = [{} for _ in files]
    readable = [number for number, file in enumerate(files) if len(file.text) <= MOST_CHARACTERS]
    for tool in TOOLS:
        for batch in _batches(files, readable, tool, wanted):
            results = run_tool(tool, [files[number] for number in batch], limits)
            for number, result in zip(batch, results, strict=True):
                found[number][tool.name] = result
    return [_analysis(file, wanted, each) for file, each in zip(files, found, strict=True)]


def _batches(
    files: Sequence[SourceFile], numbers: Iterable[int], tool: Tool, wanted: tuple[Angle, ...]
) -> Iterator[list[int]]:
    """The numbers of the files that `tool` can read, together as far as one process should read them."""
    by_language: defaultdict[str, list[int]] = defaultdict(list)
    for number in numbers:
        if tool.angles(files[number].language) & set(wanted):
            by_language[files[number].language].append(number)
    for same in by_language.values():
        batch: list[int] = []
        size = 0
        for number in same:
            size += len(files[number].text)
            if batch and (size > MOST_CHARACTERS or len(batch) == MOST_FILES):
                yield batch
                batch, size = [], len(files[number].text)
            batch.append(number)
        yield batch


def run_tool(tool: Tool, sources: Sequence[SourceFile], limits: Limits = LIMITS) -> list[Found]:
    """What one tool found in each of some files of one language. Never raises."""
    try:
        with _private_folder() as folder:
            kept = [_keep(tool, folder, number, source) for number, source in enumerate(sources)]
            command = tool.command(sources[0].language, [file.name for file in kept])
            return tool.read(run_analyser(tool.name, command, folder, limits), kept)
    except AnalyserFailed as error:
        if len(sources) > 1:
            return [found for source in sources for found in run_tool(tool, [source], limits)]
        return [Found(failed=str(error))]
    except OSError:
        return [Found(failed=FAILED["disk"].format(tool=tool.name)) for _ in sources]


@contextmanager
def _private_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="elm-code-"))
    try:
        (folder / "files").mkdir()
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _keep(tool: Tool, folder: Path, number: int, source: SourceFile) -> KeptFile:
    """Writes a text down in a folder of its own, under a name that says its language and nothing else."""
    name = PurePath(source.path_name).name
    is_package = source.language == "python" and name == "__init__.py"
    is_stub = source.language == "python" and name.endswith(".pyi")
    file = "__init__.py" if is_package else "file.pyi" if is_stub else f"file{SUFFIXES[source.language]}"
    place = folder / "files" / str(number)
    place.mkdir()
    # A half of a pair of surrogates is no character: the same number of "?" stands for it.
    (place / file).write_bytes(tool.mute(source.text).encode("utf-8", "replace"))
    return KeptFile(f"{number}/{file}", source)


def _analysis(file: SourceFile, wanted: tuple[Angle, ...], found: dict[str, Found]) -> Analysis:
    alerts = [alert for each in found.values() for alert in each.alerts if alert.angle in wanted]
    return Analysis(
        tuple(sorted(alerts, key=_place_of)), {angle: _receipt(file, angle, found) for angle in wanted}
    )


def _place_of(alert: Alert) -> tuple[int, int, int, int, str, str]:
    return alert.line, alert.column, alert.end_line, alert.end_column, alert.tool, alert.rule


def _receipt(file: SourceFile, angle: Angle, found: dict[str, Found]) -> Receipt:
    if file.language in DOCUMENTS:
        return Receipt("skipped", SKIPPED["document"])
    tools = [tool.name for tool in TOOLS if angle in tool.angles(file.language)]
    if not tools:
        return Receipt("skipped", SKIPPED["language"].format(language=LABELS[file.language], angle=angle))
    if len(file.text) > MOST_CHARACTERS:
        size, most = f"{len(file.text):,}", f"{MOST_CHARACTERS:,}"
        return Receipt("skipped", SKIPPED["large"].format(size=size, most=most))
    if failed := [found[name].failed for name in tools if found[name].failed]:
        return Receipt("failed", " ".join(dict.fromkeys(failed)))
    notes = [found[name].note for name in tools if found[name].note]
    return Receipt("read", " ".join([READ["by"].format(tools=_list(tools)), *notes]))


def _list(names: Sequence[str]) -> str:
    return " and ".join((", ".join(names[:-1]), names[-1])) if names[1:] else names[0]

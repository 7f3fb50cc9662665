"""How well the offline reviewer does on a corpus with planted defects and on hand-labelled natural sentences.

    python tests/bench/offline.py [--corpus DIR] [--half 0|1] [--show natural|noise|missed]

DIR holds `corpus/`, `natural.json` and `score.py`; the default is ELM_OFFLINE_CORPUS, else ../shared/offline
beside the project. Prints figures and asserts nothing.
"""

import argparse
import collections
import importlib.util
import json
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import Any

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT))

from reviews.offline.reviewer import review_text  # noqa: E402


def main() -> int:
    options = _options()
    if not (options.corpus / "score.py").is_file():
        print(f"There is no corpus at {options.corpus}. Set ELM_OFFLINE_CORPUS or pass --corpus DIR.")
        return 0
    score = _load_score(options.corpus)
    documents = _documents(options.corpus / "corpus", options.half)
    review_text("Warm up the word lists first.")
    findings, seconds, words = _run(options.corpus / "corpus", documents)
    _print_scores(score, findings, documents, options.show)
    print(f"{len(documents)} files, {words} words, {1000 * seconds / words:.3f} s per 1,000 words")
    _print_natural(json.loads((options.corpus / "natural.json").read_text()), options.show)
    return 0


def _options() -> argparse.Namespace:
    default = os.environ.get("ELM_OFFLINE_CORPUS") or PROJECT.parent / "shared" / "offline"
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=Path, default=Path(default))
    parser.add_argument("--half", type=int, choices=(0, 1), help="only every second document: 0 or 1")
    parser.add_argument(
        "--show", choices=("natural", "noise", "missed"), help="list what stands behind the figures"
    )
    return parser.parse_args()


def _load_score(corpus: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("score", corpus / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.ROOT = str(corpus / "corpus")
    return module


def _documents(root: Path, half: int | None) -> list[str]:
    """The originals and their seeded copies, as paths inside the corpus; `half` keeps half of them."""
    originals = sorted(path.name for path in (root / "dev").glob("*.md"))
    kept = {name for number, name in enumerate(originals) if half is None or number % 2 == half}
    return [str(p.relative_to(root)) for p in sorted(root.glob("dev*/*.md")) if p.name in kept]


def _run(root: Path, documents: list[str]) -> tuple[list[dict[str, Any]], float, int]:
    found: list[dict[str, Any]] = []
    words, seconds = 0, 0.0
    for name in documents:
        text = (root / name).read_text()
        start = time.perf_counter()
        result = review_text(text, name)
        seconds += time.perf_counter() - start
        words += len(text.split())
        found += [
            {"doc": name, "line": f.line, "kind": f.kind, "message": f.message, "quote": f.quote}
            for f in result
        ]
    return found, seconds, words


def _print_scores(
    score: ModuleType, findings: list[dict[str, Any]], documents: list[str], show: str | None
) -> None:
    result, missed = _score(score, findings, documents)
    print(f"{'kind':24}{'planted':>8}{'recall':>8}{'noise/1,000':>13}{'control':>9}")
    for kind in score.KINDS:
        count = result["n"].get(kind, 0)
        recall = f"{result['recall']['kind'][kind]:.2f}" if count else "-"
        noise, control = result["noise"].get(kind, 0.0), result["control"].get(kind)
        print(f"{kind:24}{count:8}{recall:>8}{noise:13.2f}{'-' if control is None else control:>9}")
    controls = list(result["control"].values())
    micro, macro = result["micro"]["kind"], result["macro"]["kind"]
    print(f"planted recall, right kind {micro:.3f} (mean of kinds {macro:.3f})")
    print(f"alerts per 1,000 words of the originals {result['noise_total']:.2f}")
    print(f"false alarms on control sentences, mean of kinds {statistics.mean(controls or [0]):.3f}")
    if show == "missed":
        for miss in missed:
            print("MISSED", *miss)
    if show == "noise":
        for f in findings:
            if f["doc"].startswith("dev/"):
                print(f"{f['kind']:22}{f['doc'][4:24]}:{f['line']}  {' '.join(f['quote'].split())[:230]!r}")


def _score(
    score: ModuleType, findings: list[dict[str, Any]], documents: list[str]
) -> tuple[dict[str, Any], list[tuple[Any, ...]]]:
    """The corpus' own score over the documents that were run: it gets a copy that holds only those."""
    root, names = Path(score.ROOT), set(documents)
    with tempfile.TemporaryDirectory() as copy:
        manifest = [
            entry for entry in json.loads((root / "manifest.json").read_text()) if entry["doc"] in names
        ]
        Path(copy, "manifest.json").write_text(json.dumps(manifest))
        for name in names:
            truth = (root / name).with_suffix(".truth.json")
            if truth.is_file():
                Path(copy, name).parent.mkdir(exist_ok=True)
                Path(copy, name).with_suffix(".truth.json").symlink_to(truth)
        score.ROOT = copy
        result: tuple[dict[str, Any], list[tuple[Any, ...]]] = score.score(findings, "dev", True)
    score.ROOT = str(root)
    return result


def _print_natural(sentences: list[dict[str, Any]], show: str | None) -> None:
    """Each sentence reviewed on its own, against the kinds that a person gave it."""
    counts = {name: collections.Counter[str]() for name in ("labels", "hits", "false")}
    for sentence in sentences:
        given, found = set(sentence["kinds"]), {f.kind for f in review_text(sentence["text"])}
        counts["labels"].update(given)
        counts["hits"].update(given & found)
        counts["false"].update(found - given)
        if show == "natural" and (given or found):
            print(f"+{sorted(given & found)} missed {sorted(given - found)} extra {sorted(found - given)}")
            print("   ", sentence["text"])
    print(f"\n{'natural sentences':24}{'labels':>8}{'recall':>8}{'precision':>11}")
    for kind in sorted(counts["labels"] | counts["false"]):
        print(f"{kind:24}{_rates(counts, [kind])}")
    print(f"{'all':24}{_rates(counts, list(counts['labels'] | counts['false']))}")


def _rates(counts: dict[str, collections.Counter[str]], kinds: list[str]) -> str:
    labels, hits, false = (sum(counts[name][kind] for kind in kinds) for name in ("labels", "hits", "false"))
    recall = f"{hits / labels:.2f}" if labels else "-"
    precision = f"{hits / (hits + false):.2f}" if hits + false else "-"
    return f"{labels:8}{recall:>8}{precision:>11}  ({hits} right, {false} others)"


if __name__ == "__main__":
    sys.exit(main())

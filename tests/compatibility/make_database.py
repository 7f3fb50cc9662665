"""Make the database that later versions must open. It is made once, by the version that is to be kept.

    .venv/bin/python -m tests.compatibility.make_database [--keep]

Without --keep it only shows that it can still be made. See README.md before you keep another.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.test.utils import override_settings

from tests.compatibility import kept

MANY = 100_000


def main(keep: bool) -> None:
    with tempfile.TemporaryDirectory(prefix="elm-kept-") as folder:
        print(kept.run_module("make_database", Path(folder) / "data", "here"))
        if keep:
            kept.pack(Path(folder) / "data")


def make_here() -> None:
    """Tell the story in the data folder of this process."""
    django.setup()
    call_command("migrate", verbosity=0)
    roots = settings.ELM_DATA_DIR / "roots"
    roots.mkdir()
    with override_settings(SESSIONS_PER_HOUR=MANY, MESSAGES_PER_MINUTE=MANY, ELM_REPO_ROOTS=(roots,)):
        tell(settings.ELM_DATA_DIR)


def tell(folder: Path) -> None:
    """Everything that happens, in order."""
    # The models can only be imported once Django is set up.
    from tests.compatibility import decisions, interviews, roundtables, world
    from tests.starter import load_starter

    (folder / "repositories").mkdir()
    load_starter()
    here = world.new_world(folder)
    notes, odd = world.notes_of(here), world.odd_texts(here)
    interviews.hold_all(here, notes, odd)
    roundtables.hold_all(here, notes)
    decisions.decide_all(here)
    at_cleos = world.interview_of_cleo(here)
    found = Counter(world.Session.objects.values_list("kind", "state", "end_reason"))
    print(at_cleos, *(f"{count} {' '.join(row)}" for row, count in sorted(found.items())), sep="\n")


if __name__ == "__main__":
    if "here" in sys.argv:
        make_here()
    else:
        main("--keep" in sys.argv)

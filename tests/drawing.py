"""How many examples the property tests draw, and which: said here for all of them.

`make test` draws few examples, the same ones on every machine, so that its verdict depends on the code alone, and
within seconds. `make explore` draws ten times as many at random, from a seed that it prints and takes. So does
`.ci/run`, with a seed that comes from the commit: each commit tries others, and the same ones everywhere. An example
that ever failed stays in its test as an `@example`.
"""

import importlib
import pkgutil

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

SAME, EXPLORE = "same", "explore"
EXAMPLES = 50
"""What a test draws that does not say how many."""
FEWER = 5
"""`make test` draws one of so many examples: the same ones find hardly more when there are more of them."""


def register_profiles() -> None:
    """Load the profile of `make test`; `--hypothesis-profile=explore` replaces it."""
    # How long an example takes says more about the machine than about the code.
    quiet = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None)
    settings.register_profile(SAME, quiet, max_examples=drawn_of(EXAMPLES), derandomize=True)
    most = drawn_of(EXAMPLES, explore=True)
    settings.register_profile(EXPLORE, quiet, max_examples=most, print_blob=True, derandomize=False)
    settings.load_profile(SAME)
    # Hypothesis also tries values that stand in the modules which happen to be loaded. Which ones those are depends on
    # the tests that this process ran before, and on the path of the checkout: only exploring takes them.
    providers.is_local_module_file = is_tried


def exploring() -> bool:
    return settings.get_current_profile_name() == EXPLORE


def is_tried(path: str, *, is_local=providers.is_local_module_file) -> bool:
    """Whether values in the module at `path` are drawn as examples."""
    return exploring() and is_local(path)


def load_product() -> None:
    """Load every module of the product when exploring: the values in them are tried too, the same ones in each
    process, whichever tests it runs."""
    import reviews

    if exploring():
        for found in pkgutil.walk_packages(reviews.__path__, "reviews."):
            importlib.import_module(found.name)


def drawn_of(count: int, *, explore: bool = False) -> int:
    """How many examples are drawn by a test that is worth `count`."""
    return count if explore else -(-count // FEWER)


def examples(count: int, *suppressed: HealthCheck, **more) -> settings:
    """The test is worth `count` examples: fewer are drawn by default, and more when exploring."""
    checks = {HealthCheck.too_slow, *suppressed}
    return settings(max_examples=drawn_of(count, explore=exploring()), suppress_health_check=checks, **more)

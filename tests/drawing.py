"""How many examples the property tests draw, and which: said here for all of them.

`make test` draws few examples, the same ones on every machine, so that its verdict depends on the code alone.
`make explore` draws five times as many at random, from a seed that it prints and takes; `.ci/run` does so too. An
example that ever failed stays in its test as an `@example`.
"""

from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

SAME, EXPLORE = "same", "explore"
EXAMPLES = 50
"""What a test draws that does not say how many."""
TIMES = 5
"""How many times as many examples are drawn when exploring."""


def register_profiles() -> None:
    """Load the profile of `make test`; `--hypothesis-profile=explore` replaces it."""
    # How long an example takes says more about the machine than about the code.
    quiet = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], database=None)
    settings.register_profile(SAME, quiet, max_examples=EXAMPLES, derandomize=True)
    settings.register_profile(
        EXPLORE, quiet, max_examples=EXAMPLES * TIMES, print_blob=True, derandomize=False
    )
    settings.load_profile(SAME)
    # Hypothesis also tries values that stand in the modules which happen to be loaded. Which ones those are depends on
    # the tests that this process ran before, and on the path of the checkout: only exploring takes them.
    providers.is_local_module_file = is_tried


def exploring() -> bool:
    return settings.get_current_profile_name() == EXPLORE


def is_tried(path: str, *, is_local=providers.is_local_module_file) -> bool:
    """Whether values in the module at `path` are drawn as examples."""
    return exploring() and is_local(path)


def examples(count: int, *suppressed: HealthCheck, **more) -> settings:
    """Draw `count` examples, and more when exploring."""
    checks = {HealthCheck.too_slow, *suppressed}
    return settings(max_examples=count * (TIMES if exploring() else 1), suppress_health_check=checks, **more)

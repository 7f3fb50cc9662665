"""The form of an angle review, and what its page begins with."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict

from personas.compositions import normalised
from personas.errors import UnusableAngles
from personas.models import Angle
from reviews.code_designer.switch import is_code_designer_mode
from reviews.errors import ElmError
from reviews.forms.sessions import StartForm
from reviews.kinds.angles.config import MOST_PASSES, AnglesConfig
from reviews.kinds.angles.pages.estimate import Estimate, estimate_review, start_estimate
from reviews.kinds.angles.prepare import specs_of
from reviews.kinds.angles.state import AngleSpec
from reviews.kinds.config import checked_config
from reviews.models import Artifact, Session
from reviews.pages.estimates import StartEstimate
from reviews.pages.openings import Opening
from reviews.repositories.patterns import Patterns
from reviews.repositories.team_rules import checked_patterns
from reviews.states import State

MOST_PRESERVED, LONGEST_PRESERVED = 50, 300
UNITS = [
    ("auto", "As fits the text: sections, functions, classes"),
    ("section", "Sections of Markdown only"),
    ("block", "Blocks, also within long sections"),
    ("line", "Lines"),
]
STRATEGIES = [
    ("exhaustive", "All units, every angle, every pass"),
    ("adaptive", "After the first pass only angles that found something"),
    ("sampled", "A sample of the units"),
    ("incremental", "Only what has changed since the last review"),
]
SAMPLED = "sampled"
PINNED_MODE = "designer"


class AngleRow(NamedTuple):
    """An angle as the form offers it: whether it is chosen, its field of the weight, its share of all weights in
    percent, None while it is not chosen or the weights can't be read."""

    angle: Angle
    is_chosen: bool
    weight: forms.BoundField
    share: int | None


class AnglesForm(StartForm):
    """What an angle review is started with."""

    pattern = forms.CharField(
        required=False,
        max_length=200,
        label="Only those whose name fits",
        help_text="A pattern such as src/**/*.py or *.md; of a file of a repository its path there counts too.",
    )
    angles = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one angle."},
    )
    max_passes = forms.IntegerField(min_value=1, max_value=MOST_PASSES, label="Most passes")
    strategy = forms.ChoiceField(choices=STRATEGIES)
    sample_rate = forms.IntegerField(
        required=False,
        min_value=10,
        max_value=100,
        label="Sample in percent",
        help_text="Of the units; counts for a sample only.",
    )
    units = forms.ChoiceField(choices=UNITS, label="Units")
    together = forms.BooleanField(
        required=False,
        label="All angles in one call",
        help_text="Fewer calls, and each angle is looked from less closely. A call that fails is made for each angle.",
    )
    early_exit = forms.BooleanField(
        required=False,
        label="End early",
        help_text="Once nine of ten units have converged, and no text was modified in two passes.",
    )
    must_preserve = forms.CharField(
        required=False,
        label="Must be preserved",
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="Words on a line each that no proposed modification may lose, such as a name that others call.",
    )

    def __init__(self, *args: Any, designer: bool | None = None, **kwargs: Any) -> None:
        """designer: as a session has it pinned that is estimated once more, None for the mode of now."""
        super().__init__(*args, **kwargs)
        self.designer = is_code_designer_mode() if designer is None else designer
        self.offered = list(Angle.objects.active())
        chosen = self.fields["angles"]
        assert isinstance(chosen, forms.MultipleChoiceField)
        chosen.choices = [(angle.key, angle.name) for angle in self.offered]
        for angle in self.offered:
            self.fields[weight_name(angle)] = weight_field(angle)
        passes = self.fields["max_passes"]
        passes.disabled = not self.designer
        if not self.designer:
            self.initial["max_passes"] = 1
            passes.help_text = "Code Designer is off: one pass, and no modifications are proposed."
        else:
            passes.help_text = f"At most {MOST_PASSES}. It ends sooner once two passes agree."

    # What was typed, checked

    def clean_pattern(self) -> str:
        try:
            return checked_patterns(self.cleaned_data["pattern"])
        except ElmError as error:
            raise forms.ValidationError(str(error)) from error

    def clean_must_preserve(self) -> list[str]:
        """The lines, without empty ones."""
        lines = [line for given in self.cleaned_data["must_preserve"].splitlines() if (line := given.strip())]
        if len(lines) > MOST_PRESERVED:
            raise forms.ValidationError(f"{len(lines)} lines; {MOST_PRESERVED} are the most. Leave some out.")
        if long := [line for line in lines if len(line) > LONGEST_PRESERVED]:
            raise forms.ValidationError(
                f"“{long[0][:40]}…” is longer than {LONGEST_PRESERVED} characters. Shorten it."
            )
        return lines

    def clean_angles(self) -> list[str]:
        keys = list(self.cleaned_data["angles"])
        if len(keys) > MOST_PASSES:
            raise forms.ValidationError(f"{MOST_PASSES} angles can take part at most. Choose fewer.")
        return keys

    def clean(self) -> dict[str, Any]:
        """Of the artifacts only those that fit the pattern; and weights that can be shared out."""
        cleaned = super().clean() or {}
        if cleaned.get("pattern") and "artifacts" in cleaned:
            fitting = {str(one.pk) for one in self.fitting(cleaned["pattern"])}
            cleaned["artifacts"] = [key for key in cleaned["artifacts"] if key in fitting]
            if not cleaned["artifacts"]:
                self.add_error("pattern", "No chosen artifact has a name that fits. Change the pattern.")
        is_sampled = cleaned.get("strategy") == SAMPLED and "sample_rate" not in self.errors
        if is_sampled and not cleaned.get("sample_rate"):
            self.add_error("sample_rate", "Say how large the sample is, from 10 to 100 percent.")
        keys = cleaned.get("angles") or ()
        if keys and all(cleaned.get(f"weight_{key}") is not None for key in keys):
            try:
                self.chosen_specs(cleaned)
            except ElmError as error:
                self.add_error("angles", str(error))
        return cleaned

    def chosen_specs(self, cleaned: Mapping[str, Any]) -> tuple[tuple[AngleSpec, ...], str]:
        """The chosen angles with their weights, and the words for all of them in one call. Raises ElmError when two
        conflict or none has a weight."""
        texts = {angle.key: angle.content() for angle in self.offered if angle.key in cleaned["angles"]}
        return specs_of(texts, {key: float(cleaned[f"weight_{key}"]) for key in texts})

    def config(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        return {
            **super().config(),
            "angles": chosen["angles"],
            "weights": {key: chosen[f"weight_{key}"] for key in chosen["angles"]},
            "max_passes": chosen["max_passes"],
            "units": chosen["units"],
            "strategy": chosen["strategy"],
            "sample_rate": (chosen["sample_rate"] or 50) / 100,
            "together": chosen["together"],
            "early_exit": chosen["early_exit"],
            "must_preserve": chosen["must_preserve"],
        }

    # What is shown

    def fitting(self, pattern: str) -> list[Artifact]:
        """The artifacts of the item whose names, or paths in their repositories, fit; all for an empty pattern."""
        patterns = Patterns.read(pattern)
        return [
            one
            for one in self.item.artifacts.only("pk", "name", "path")
            if patterns.allow(one.name) or (one.path and patterns.allow(one.path))
        ]

    @cached_property
    def shown_artifacts(self) -> list[Any]:
        """The boxes of the artifacts that fit the pattern, all while it can't be read."""
        boxes = list(self["artifacts"])
        pattern = str(self["pattern"].value() or "")
        try:
            fitting = {str(one.pk) for one in self.fitting(checked_patterns(pattern))}
        except ElmError:
            return boxes
        return [box for box in boxes if str(box.data["value"]) in fitting]

    @property
    def left_out(self) -> int:
        """How many artifacts don't fit the pattern."""
        return len(self["artifacts"]) - len(self.shown_artifacts)

    @property
    def switches(self) -> list[forms.BoundField]:
        return [self["early_exit"], self["together"]]

    @property
    def chosen_keys(self) -> set[str]:
        return set(self["angles"].value() or ())

    def angle_rows(self) -> Iterator[AngleRow]:
        """The angles that there are, each with its weight and its share."""
        shares = self.shares
        for angle in self.offered:
            is_chosen = angle.key in self.chosen_keys
            yield AngleRow(angle, is_chosen, self[weight_name(angle)], shares.get(angle.key))

    @property
    def shares(self) -> Mapping[str, int]:
        """What each chosen angle counts, in percent of all; {} while the weights can't be read."""
        weights = {}
        for angle in self.offered:
            if angle.key in self.chosen_keys:
                try:
                    weights[angle.key] = float(self[weight_name(angle)].value() or 0)
                except ValueError:
                    return {}
        try:
            return {key: round(100 * share) for key, share in normalised(weights).items()}
        except UnusableAngles:
            return {}

    def estimate(self, provider: str) -> Estimate | None:
        """What the review would take, None while the form can't be read."""
        if not self.is_valid():
            return None
        chosen = self.cleaned_data
        rate = (chosen["sample_rate"] or 50) / 100 if chosen["strategy"] == SAMPLED else 1.0
        passes = chosen["max_passes"] if self.designer else 1
        angles, _ = self.chosen_specs(chosen)
        return estimate_review(
            self.chosen_artifacts(), angles, passes, chosen["units"], rate, provider, bool(chosen["together"])
        )


def weight_name(angle: Angle) -> str:
    return f"weight_{angle.key}"


def weight_field(angle: Angle) -> forms.FloatField:
    """The field of an angle's weight."""
    return forms.FloatField(
        min_value=0,
        max_value=1,
        initial=angle.weight,
        label=f"Weight of {angle.name}",
        error_messages={
            "required": "Write a weight from 0 to 1.",
            "invalid": "Write a number from 0 to 1, such as 0.25.",
            "max_value": "A weight is 1 at most.",
            "min_value": "A weight is 0 at least.",
        },
        widget=forms.NumberInput(attrs={"step": "0.05", "inputmode": "decimal"}),
    )


def values_again(session: Session) -> dict[str, Any]:
    """What the form would have for another review like this one, without its artifacts. One that can go on keeps the
    mode that it has pinned, whoever has switched Code Designer since."""
    chosen = checked_config(AnglesConfig, session.config)
    weights = {one.key: chosen.weights.get(one.key, one.weight) for one in Angle.objects.active()}
    mode = {} if session.state == State.FINISHED else {PINNED_MODE: "on" if chosen.designer else "off"}
    return {
        **{f"weight_{key}": weight for key, weight in weights.items()},
        **{name: "on" for name in ("together", "early_exit") if getattr(chosen, name)},
        **mode,
        "angles": chosen.angles,
        "max_passes": chosen.max_passes,
        "strategy": chosen.strategy,
        "sample_rate": round(100 * chosen.sample_rate),
        "units": chosen.units,
    }


class AnglesOpening(Opening):
    template = "reviews/kinds/angles/new.html"
    fields = (
        "topic",
        "budget_usd",
        "pattern",
        "max_passes",
        "strategy",
        "sample_rate",
        "units",
        "together",
        "early_exit",
        "must_preserve",
    )

    def form(self, data: QueryDict | None) -> AnglesForm:
        pinned = self.sent.get(PINNED_MODE)
        designer = None if pinned is None else pinned == "on"
        about = {"item": self.item, "known": self.known}
        return AnglesForm(data, initial=self.initial(), designer=designer, **about)

    def estimate(self, form: StartForm, provider: str) -> StartEstimate | None:
        """The calls of its passes, in short: the page of a new review has more of it."""
        assert isinstance(form, AnglesForm)
        made = form.estimate(provider)
        return start_estimate(self.item.team, made) if made else None

    def initial(self) -> dict[str, Any]:
        """What the address fills in, and the usual choices: the default set of angles, all passes."""
        named = self.sent.getlist("angles")
        angles = named or [angle.key for angle in Angle.objects.default_set()]
        usual = {"max_passes": MOST_PASSES, "strategy": "exhaustive", "sample_rate": 50, "units": "auto"}
        usual["early_exit"] = True
        return {**usual, **super().initial(), "angles": angles}

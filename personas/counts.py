"""What loading and importing did."""

from dataclasses import dataclass, field


@dataclass
class LoadCounts:
    """What happened, as keys. `left_alone` were edited here, so the file was not applied."""

    created: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    left_alone: list[str] = field(default_factory=list)

    def note(self, what: str, key: str) -> None:
        """One more key under `what`, the name of one of the lists."""
        getattr(self, what).append(key)

    def __bool__(self) -> bool:
        return any((self.created, self.updated, self.unchanged, self.left_alone))

    def __str__(self) -> str:
        said = f"{len(self.created)} created, {len(self.updated)} updated, {len(self.unchanged)} unchanged"
        kept = ", ".join(self.left_alone)
        return f"{said}; left alone because they were edited here: {kept}" if kept else said


@dataclass
class Loaded:
    """What happened to everything that admins edit."""

    personas: LoadCounts
    phases: LoadCounts
    steps: LoadCounts
    angles: LoadCounts
    tools: LoadCounts

    def __str__(self) -> str:
        told = {
            "Personas": self.personas,
            "Phases": self.phases,
            "Steps": self.steps,
            "Angles": self.angles,
            "Tool documents": self.tools,
        }
        return "\n".join(f"{name}: {counts}." for name, counts in told.items() if counts)

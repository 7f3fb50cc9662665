"""The fixed vocabularies of what admins edit."""

from django.db.models import TextChoices


class Kind(TextChoices):
    """Where a persona takes part. "answerer" is who answers for the notes in an interview."""

    INTERVIEW = "interview", "Interview"
    ANSWERER = "answerer", "Answerer"
    ROUNDTABLE = "roundtable", "Roundtable"
    FLOW = "flow", "Flow"


class Tier(TextChoices):
    STRATEGIC = "strategic", "Strategic"
    EXECUTION = "execution", "Execution"


class Colour(TextChoices):
    """Names of colours in the style sheet, each with a light and a dark value."""

    SLATE = "slate", "Slate"
    BLUE = "blue", "Blue"
    TEAL = "teal", "Teal"
    GREEN = "green", "Green"
    AMBER = "amber", "Amber"
    RED = "red", "Red"
    VIOLET = "violet", "Violet"


class Shape(TextChoices):
    """The outline beside a name, so that speakers can be told apart without colour."""

    CIRCLE = "circle", "Circle"
    SQUARE = "square", "Square"
    DIAMOND = "diamond", "Diamond"
    HEXAGON = "hexagon", "Hexagon"
    TRIANGLE = "triangle", "Triangle"


class Depth(TextChoices):
    """How thoroughly a step is gone through."""

    BRIEF = "brief", "Brief"
    STANDARD = "standard", "Standard"
    DEEP = "deep", "Deep"


class Severity(TextChoices):
    """How much harm it does when a focus area of an angle is violated."""

    LOW = "low", "Low"
    MEDIUM = "medium", "Medium"
    HIGH = "high", "High"
    CRITICAL = "critical", "Critical"

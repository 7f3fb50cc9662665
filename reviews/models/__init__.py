"""What is looked at, and what came of it."""

from reviews.models.artifact import Artifact, Revision
from reviews.models.item import Item
from reviews.models.outcome import BlindReview, Change, ElaborationRecord
from reviews.models.session import Event, ModelCall, Participant, Session, SessionArtifact
from reviews.models.team import Membership, Team

__all__ = [
    "Artifact",
    "BlindReview",
    "Change",
    "ElaborationRecord",
    "Event",
    "Item",
    "Membership",
    "ModelCall",
    "Participant",
    "Revision",
    "Session",
    "SessionArtifact",
    "Team",
]

"""What is looked at, and what came of it."""

from reviews.models.artifact import Artifact, Revision
from reviews.models.audit import AuditEntry
from reviews.models.commit import BranchCommit
from reviews.models.deletion import Deletion
from reviews.models.device import Device
from reviews.models.digest import Digest
from reviews.models.figures import DailySpending
from reviews.models.finding import Comment, Finding
from reviews.models.item import Item, Tag
from reviews.models.joining import Account, Invitation
from reviews.models.mode import ModeSwitch
from reviews.models.outcome import BlindReview, Change, ElaborationRecord
from reviews.models.repository import Repository
from reviews.models.search_entry import SearchEntry
from reviews.models.sent_form import SentForm
from reviews.models.session import (
    Event,
    ModelCall,
    Participant,
    PinnedVersion,
    PromptText,
    Session,
    SessionArtifact,
)
from reviews.models.team import Membership, Team

__all__ = [
    "Account",
    "Artifact",
    "AuditEntry",
    "BlindReview",
    "BranchCommit",
    "Change",
    "Comment",
    "DailySpending",
    "Deletion",
    "Device",
    "Digest",
    "ElaborationRecord",
    "Event",
    "Finding",
    "Invitation",
    "Item",
    "Membership",
    "ModeSwitch",
    "ModelCall",
    "Participant",
    "PinnedVersion",
    "PromptText",
    "Repository",
    "Revision",
    "SearchEntry",
    "SentForm",
    "Session",
    "SessionArtifact",
    "Tag",
    "Team",
]

"""What the templates need: rendered Markdown, money, time, names and badges."""

from datetime import datetime

from django import template
from django.contrib.auth.models import User
from django.template import Context
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from reviews import search
from reviews.accounts.addresses import confirmed_address, hint_of
from reviews.accounts.invitations import name_with_username
from reviews.documents.html import render_markdown
from reviews.kinds import registry
from reviews.kinds.base import Origin, SessionKind
from reviews.kinds.support import tell_unchecked
from reviews.models import Artifact, Event, Membership, Repository, Session, Team
from reviews.models.outcome import RecordOutcome
from reviews.models.prepared_queries import memberships_of
from reviews.models.repository import FetchState
from reviews.models.team import Role
from reviews.money import cost
from reviews.sessions.budget import Limit, limits_of
from reviews.states import END_LABELS, EndReason, Severity, State
from reviews.templatetags.icons import icon
from reviews.templatetags.kept_parts import Plain, kept_part

register = template.Library()
register.filter("markdown", render_markdown)
register.filter("cost", cost)
register.filter("unchecked", tell_unchecked)
register.simple_tag(search.marked_snippet)

STATE_BADGES = {
    State.DRAFT: ("Not started", "quiet", "dot"),
    State.RUNNING: ("Running", "info", "spinner"),
    State.WAITING: ("Waiting", "warn", "message"),
    State.SYNTHESIZING: ("Writing up", "info", "pencil"),
    State.FINISHED: ("Finished", "accent", "check"),
    State.STOPPED: ("Stopped", "quiet", "pause"),
    State.FAILED: ("Failed", "bad", "alert"),
}
VERDICT_BADGES = {
    EndReason.READY: ("Ready", "good", "check-circle"),
    EndReason.READY_WITH_CAVEATS: ("Ready, with caveats", "warn", "check-circle"),
    EndReason.NOT_READY: ("Not ready", "bad", "cross-circle"),
}
SEVERITY_BADGES = {
    Severity.LOW: ("Low", "quiet", "dot"),
    Severity.MEDIUM: ("Medium", "info", "info"),
    Severity.HIGH: ("High", "warn", "alert"),
    Severity.CRITICAL: ("Critical", "bad", "alert"),
}
OUTCOME_BADGES = {
    RecordOutcome.COMPLETE: ("accent", "check"),
    RecordOutcome.MINIMAL: ("quiet", "stop"),
    RecordOutcome.DEGRADED: ("warn", "info"),
}
NOTICE_ICONS = {"info": "info", "good": "check-circle", "warn": "alert", "bad": "alert"}
FETCH_BADGES = {
    FetchState.NEW: ("Not fetched yet", "quiet", "dot"),
    FetchState.FETCHING: ("Fetching", "info", "spinner"),
    FetchState.READY: ("Ready", "good", "check"),
    FetchState.STOPPED: ("Stopped", "quiet", "pause"),
    FetchState.FAILED: ("Failed", "bad", "alert"),
}
STEPS = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


@register.filter
def kind_label(session: Session) -> str:
    return registry.session_kind(session.kind).label


@register.filter
def session_title(session: Session) -> str:
    """What the session is called, as its kind says it: "Roundtable: Retries"."""
    return registry.session_kind(session.kind).title(session)


@register.filter
def changes_add(session: Session) -> bool:
    return registry.session_kind(session.kind).changes_add


@register.filter
def how_far(session: Session) -> str:
    """How far the session has come, as its kind tells it."""
    return registry.session_kind(session.kind).how_far(session)


@register.filter
def origin(session: Session) -> Origin:
    """What a change of the session came from, as its kind tells it."""
    return registry.session_kind(session.kind).origin(session)


@register.simple_tag
def session_kinds() -> list[SessionKind]:
    return list(registry.kinds())


@register.simple_tag
def team_limits(team: Team) -> list[Limit]:
    """How far the limits of a team are used up, as its row says."""
    return limits_of(team)


@register.filter
def since(moment: datetime | None) -> SafeString:
    """How long ago, in words, as a <time> whose title is the exact moment. Older than a week: the date."""
    if moment is None:
        return SafeString("")
    exact = f"{moment:%Y-%m-%d %H:%M} UTC"
    return format_html('<time datetime="{}" title="{}">{}</time>', moment.isoformat(), exact, ago(moment))


def ago(moment: datetime) -> str:
    """ "just now", "3 minutes ago", "5 days ago", "12 Mar 2026"."""
    seconds = (timezone.now() - moment).total_seconds()
    if seconds >= 7 * 86_400:
        return f"{moment.day} {moment:%b %Y}"
    for size, word in STEPS:
        if (count := int(seconds // size)) >= 1:
            return f"{count} {word}{'s' if count > 1 else ''} ago"
    return "just now"


@register.filter
def initials(user: User | str | None) -> str:
    """One or two capitals: "Ana Belo" is AB, "ben" is B, "Answers (rules)" is AR."""
    name = (user.get_full_name() or user.get_username()) if isinstance(user, User) else user or ""
    words = name.replace("(", " ").split()
    return "".join(word[0] for word in (words[0], words[-1])[: len(words)]).upper() if words else "?"


@register.filter
def spoken_by(event: Event) -> str:
    """The name of whoever spoke, as pages show it; "" for nobody."""
    kind = registry.session_kind(event.session.kind)
    return kind.shown_name(event.session, event.speaker_key) or event.speaker_name


@register.filter
def person(user: User | None) -> str:
    """The name to call somebody by; "someone who left" for an account that is gone."""
    return (user.get_full_name() or user.get_username()) if user else "someone who left"


register.filter("full_name", name_with_username)
register.filter(confirmed_address)
register.filter("address_hint", hint_of)


def badge(label: str, tone: str, sign: str) -> SafeString:
    """A badge: an icon and words, so that colour never speaks alone."""
    drawn = icon(sign, "spin" if sign == "spinner" else "")
    return format_html('<span class="badge badge-{}">{}{}</span>', tone, drawn, label)


@register.simple_block_tag
def notice(content: str, tone: str, classes: str = "", role: str = "") -> SafeString:
    """A notice: its tone gives the colour and the icon, on every page the same."""
    look = " ".join(filter(None, ("notice", f"notice-{tone}", classes)))
    spoken = format_html(' role="{}"', role) if role else ""
    return format_html(
        '<div class="{}"{}>{}<div>{}</div></div>', look, spoken, icon(NOTICE_ICONS[tone]), content
    )


@register.simple_tag
def state_badge(session: Session) -> SafeString:
    return badge(*STATE_BADGES[State(session.state)])


@register.simple_tag
def fetch_badge(repository: Repository) -> SafeString:
    """The state of the newest fetch; one that died with its server has failed."""
    return badge(*FETCH_BADGES[FetchState.FAILED if repository.has_died else FetchState(repository.state)])


@register.simple_tag
def verdict_badge(session: Session) -> SafeString:
    """How a session ended, or "" while it goes on. Only a finished one can look positive."""
    if not session.end_reason:
        return SafeString("")
    reason = EndReason(session.end_reason)
    if reason in VERDICT_BADGES and session.state != State.FINISHED:
        return badge(session.end_label, "quiet", "stop")
    return reason_badge(reason)


@register.simple_tag
def reason_badge(reason: str) -> SafeString:
    """The word for a typed end, as a verdict carries it."""
    end = EndReason(reason)
    if end in VERDICT_BADGES:
        return badge(*VERDICT_BADGES[end])
    return badge(END_LABELS[end], "bad" if end is EndReason.ERROR else "quiet", "stop")


@register.simple_tag
def outcome_badge(outcome: str) -> SafeString:
    return badge(RecordOutcome(outcome).label, *OUTCOME_BADGES[RecordOutcome(outcome)])


@register.simple_tag
def severity_badge(severity: str) -> SafeString:
    return badge(*SEVERITY_BADGES[Severity(severity)])


@register.filter
def in_a_list(artifact: Artifact) -> list[Artifact]:
    return [artifact]


@register.simple_tag(takes_context=True)
def membership(context: Context) -> Membership | None:
    """The reader's membership in their first team, which the header names. One query for each request."""
    request = context.get("request")
    user = getattr(request, "user", None)
    if request is None or user is None or not user.is_authenticated:
        return None
    if not hasattr(request, "elm_membership"):
        request.elm_membership = memberships_of.first(user=user.pk)
    return request.elm_membership


@register.simple_tag
def account_menu(user: User, mine: Membership | None) -> SafeString:
    """What the menu of the reader's account shows above the way out. mine: as `membership` gives it."""
    values: dict[str, Plain] = {
        "name": person(user),
        "team": mine.team.name if mine else "",
        "role": mine.get_role_display() if mine else "",
        "is_staff": user.is_staff,
        "has_password": user.has_usable_password(),
    }
    return kept_part("reviews/parts/account_menu.html", values)


@register.filter
def may_act(found: Membership | None) -> bool:
    return found is not None and Role(found.role).may_act

"""Who may what at every address: what each kind of person gets, written down before anybody asked the product.

A row for each pattern of addresses, and more than one where a page does several things. A column of outcomes has a
word for each of the ROLES, in their order:

page   it is shown                     on     the way to another page of this site
acts   it is done, or a sentence of the product says why it can't be (page, on, 409 or 422)
login  the way to the log-in           a number: that status, such as 403, 404, 405 or 410

Rules (docs/security.md, reviews/access.py): viewers read, members act, admins manage, and for anybody else what belongs
to a team does not exist. What a person has of their own is theirs in no team too. Who is not logged in is asked to.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

ROLES = ("owner", "member", "viewer", "elsewhere", "outsider", "nobody", "removed", "deactivated")
"""An admin of the team who owns what is there, a member, a viewer; another team's admin, an account without a team, who
is not logged in; a member who was removed and one who was deactivated, both in browsers that were logged in before."""


def everybody(outcome: str) -> str:
    """The column where all get the same."""
    return " ".join([outcome] * len(ROLES))


def known(outcome: str) -> str:
    """The column of what needs a log-in and nothing else."""
    return f"{outcome} {outcome} {outcome} {outcome} {outcome} login {outcome} login"


def team(owner: str, member: str, viewer: str) -> str:
    """The column of what belongs to the team."""
    return f"{owner} {member} {viewer} 404 404 login 404 login"


READ, WRITE, MANAGE = team("page", "page", "page"), team("acts", "acts", "403"), team("acts", "403", "403")
FORM, ADMIN_FORM = team("page", "page", "403"), team("page", "403", "403")
AWAY = team("on", "on", "on")
OWN, OWN_ACT = known("page"), known("acts")
NEVER, NOWHERE = known("405"), everybody("405")
IN_A_TEAM = "{0} {0} 403 {0} 403 login 403 login"
"""For who acts in any team: another team's admin does it there."""
ADMIN_LOGIN = everybody("login")
"""All of the administration but ADMIN_OPEN: nobody of ROLES runs the server."""


@dataclass(frozen=True)
class Row:
    """What is expected at one address.

    route: the pattern. get: the outcomes of GET, and of HEAD. post, put, delete: those of these. query, fields: what
    is sent, with {names} of the stage. at: the stage's name of the address where the pattern leads to several.
    by_link: whoever has the address may use it, whatever team they are of.
    """

    route: str
    get: str = NEVER
    post: str = NEVER
    put: str = NEVER
    delete: str = NEVER
    query: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    at: str = ""
    by_link: bool = False

    def expected(self, method: str, role: str) -> str:
        """The outcome for one role."""
        columns = {"GET": self.get, "HEAD": self.get, "POST": self.post, "PUT": self.put}
        return columns.get(method, self.delete).split()[ROLES.index(role)]


def is_as_expected(expected: str, outcome: str) -> bool:
    """Whether the outcome of a request is the one of the table."""
    return outcome == expected or (expected == "acts" and outcome in ("page", "on", "409", "422"))


def open_page(route: str, get: str, post: str = NOWHERE, at: str = "") -> Row:
    """A page that asks for no log-in and refuses other methods."""
    return Row(route, get, post, put=NOWHERE, delete=NOWHERE, at=at)


def act(route: str, who: str = WRITE, **fields: str) -> Row:
    """What is only done, by POST."""
    return Row(route, post=who, fields=fields)


def manage_team(action: str, **fields: str) -> Row:
    return Row("team/", READ, MANAGE, query="team={team}", fields={"action": action, **fields})


OPEN = (
    open_page("favicon.ico", everybody("on")),
    open_page("healthz", everybody("page")),
    # No session runs in a test, and that is what it says.
    open_page("readyz", everybody("503")),
    open_page("accounts/here/", everybody("page")),
    Row(
        "accounts/login/",
        "on on on on on page on page",
        "on on on on on page on page",
        # Django's own form takes PUT for POST; there are no fields in it, so nobody is logged in.
        put="on on on on on page on page",
        delete="on on on on on 405 on 405",
    ),
    # It asks who has given a password in this browser for a code, and nobody of them has.
    open_page("accounts/code/", everybody("on"), everybody("on")),
)
LINKS = (
    # A link that lets Ana in lets in whoever holds it, by a click that says so; she is in already.
    Row(
        "accounts/link/<str:uidb64>/<str:token>/",
        "on page page page page page page page",
        everybody("on"),
        put=NOWHERE,
        delete=NOWHERE,
        fields={"reader": "{reader}"},
        at="login link",
        by_link=True,
    ),
    # Who is logged in and was not asked as that person stays who they are.
    Row(
        "accounts/link/<str:uidb64>/<str:token>/",
        "on page page page page page page page",
        "on page page page page page page page",
        put=NOWHERE,
        delete=NOWHERE,
        fields={"reader": "0"},
        at="login link",
    ),
    open_page(
        "accounts/link/<str:uidb64>/<str:token>/", everybody("410"), everybody("410"), at="old login link"
    ),
    # An invitation of an address is for whoever holds its link.
    Row(
        "join/<str:token>/",
        everybody("page"),
        everybody("acts"),
        put=NOWHERE,
        delete=NOWHERE,
        fields={"action": "decline", "reader": "{reader}"},
        at="invitation",
        by_link=True,
    ),
    # One of an account is for that account, here the one without a team.
    Row(
        "join/<str:token>/",
        everybody("page"),
        "422 422 422 422 on 422 422 422",
        put=NOWHERE,
        delete=NOWHERE,
        fields={"action": "accept", "reader": "{reader}"},
        at="invitation of otto",
        by_link=True,
    ),
    open_page("join/<str:token>/", everybody("410"), everybody("410"), at="old invitation"),
    # The member asked for it; nobody else can use it.
    Row(
        "accounts/email/<str:token>/",
        "410 page 410 410 410 login 410 login",
        "410 on 410 410 410 login 410 login",
        at="address",
    ),
)
PERSONAL = (
    Row("accounts/logout/", post=known("on")),
    Row("accounts/password/", OWN, OWN_ACT),
    Row("accounts/second-factor/", OWN, OWN_ACT, fields={"action": "turn_off"}),
    Row("accounts/second-factor/", OWN, OWN_ACT, fields={"action": "confirm", "code": "123456"}),
    # The key of a setup, and nobody of them is setting one up.
    Row("accounts/second-factor/qr.svg", known("404")),
    Row(
        "accounts/teams/",
        OWN,
        team("acts", "acts", "acts"),
        fields={"action": "leave", "team": "{team}"},
    ),
    Row(
        "accounts/teams/",
        OWN,
        "422 422 422 422 on login 422 login",
        fields={"action": "accept", "invitation": "{invitation}"},
        by_link=True,
    ),
    Row("accounts/teams/", OWN, known("on"), fields={"action": "digest", "wanted": "yes"}),
    # The browser of somebody else is none of one's own.
    Row("accounts/teams/", OWN, known("on"), fields={"action": "log_out", "device": "{device}"}),
    Row("accounts/teams/", OWN, known("on"), fields={"action": "log_out_elsewhere"}),
    Row("", OWN),
    Row("search/", OWN, query="q=retries"),
    Row("search/archive/", OWN, query="q=retries"),
    Row("items/", OWN),
    Row("sessions/", OWN),
    Row("changes/", OWN),
    Row("additions/", OWN),
    Row("findings/", OWN),
    Row("waiting/", OWN),
    Row("repositories/", OWN),
)
ITEMS = (
    # A form that names a team of other people makes it in one's own.
    Row(
        "items/new/",
        IN_A_TEAM.format("page"),
        IN_A_TEAM.format("acts"),
        fields={"title": "Mine", "team": "{team}"},
    ),
    Row("items/<slug:slug>/", READ),
    Row("items/<slug:slug>/meta.json", READ),
    act("items/<slug:slug>/meta/"),
    act("items/<slug:slug>/turn-limit/", max_turns="7"),
    Row("items/<slug:slug>/artifacts/new/", FORM, WRITE, fields={"name": "a.md", "text": "Some words."}),
    # The item of another team's admin takes nothing from this team's repository.
    Row(
        "items/<slug:slug>/artifacts/new/",
        "404 404 404 page 404 login 404 login",
        "404 404 404 422 404 login 404 login",
        fields={"repository": "{repository}", "path": "notes.md", "ref": "main"},
        at="elsewhere",
    ),
    Row("items/<slug:slug>/edit/", FORM, WRITE, fields={"title": "Other"}),
    act("items/<slug:slug>/archive/"),
    act("items/<slug:slug>/restore/"),
    # Only its owner, who is an admin here, and admins.
    Row("items/<slug:slug>/delete/", ADMIN_FORM, MANAGE, fields={"typed": "Payment retries"}),
    Row("items.csv", OWN),
    Row("items.json", OWN),
    act("sample/", team="{team}"),
    Row("artifacts/<uuid:pk>/edit/", FORM, WRITE, fields={"name": "other.md"}),
    act("artifacts/<uuid:pk>/archive/"),
    act("artifacts/<uuid:pk>/restore/"),
    Row("artifacts/<uuid:pk>/delete/", ADMIN_FORM, MANAGE, fields={"typed": "notes"}),
    Row("artifacts/<uuid:pk>/", READ),
    Row("artifacts/<uuid:pk>/findings/", READ),
    act("artifacts/<uuid:pk>/check/"),
    Row("artifacts/<uuid:pk>/raw/", READ),
    Row("artifacts/<uuid:pk>/diff/<int:a>..<int:b>/", READ),
    Row("artifacts/<uuid:pk>/newer/", READ, WRITE, fields={"commit": "f" * 40}),
)
REPOSITORIES = (
    Row("repositories/new/", IN_A_TEAM.format("page"), IN_A_TEAM.format("acts")),
    Row("repositories/<uuid:pk>/", READ),
    # It was never fetched, so these lead to its page.
    Row("repositories/<uuid:pk>/file/", AWAY),
    Row("repositories/<uuid:pk>/history/", AWAY),
    Row("repositories/<uuid:pk>/branches/", READ),
    act("repositories/<uuid:pk>/pick/", title="New"),
    Row("repositories/<uuid:pk>/state/", AWAY),
    act("repositories/<uuid:pk>/fetch/"),
    act("repositories/<uuid:pk>/stop/"),
    Row("repositories/<uuid:pk>/credential/", ADMIN_FORM, MANAGE),
    Row("repositories/<uuid:pk>/remove/", ADMIN_FORM, MANAGE),
)
SESSIONS = (
    Row("sessions/new/", OWN, OWN_ACT),
    Row("sessions/new/", FORM, WRITE, query="item={item}", fields={"item": "{item}"}),
    # On an item of one's own nobody reviews a text of this team.
    Row(
        "sessions/new/",
        OWN,
        "404 404 404 422 404 login 404 login",
        fields={"item": "{merger}", "kind": "interview", "answered_by": "ai", "artifacts": "{notes}"},
    ),
    Row("sessions/<uuid:pk>/", READ),
    Row("sessions/<uuid:pk>/events/", READ, query="after=0"),
    Row("sessions/<uuid:pk>/compare/", READ),
    Row("sessions/<uuid:pk>/edit/", FORM, WRITE, fields={"name": "Other"}),
    act("sessions/<uuid:pk>/archive/"),
    act("sessions/<uuid:pk>/restore/"),
    Row("sessions/<uuid:pk>/delete/", ADMIN_FORM, MANAGE, fields={"typed": "delete"}),
    # This one has missed no file.
    Row("sessions/<uuid:pk>/create-file/", post=team("404", "404", "403"), fields={"name": "notes.md"}),
    Row("sessions.csv", OWN),
    Row("sessions.json", OWN),
    act("sessions/<uuid:pk>/messages/", text="Hello"),
    # The mode is switched by who runs the server, and by no team's admin.
    act("sessions/<uuid:pk>/messages/", team("422", "422", "403"), text="/code-designer on"),
    act("sessions/<uuid:pk>/messages/<int:number>/withdraw/"),
    act("sessions/<uuid:pk>/stop/"),
    act("sessions/<uuid:pk>/resume/"),
    Row("sessions/<uuid:pk>/estimate/", FORM),
    act("sessions/<uuid:pk>/deeper/"),
    act("sessions/<uuid:pk>/menu/", choice="C"),
    Row("sessions/<uuid:pk>/changes/", READ),
    act("sessions/<uuid:pk>/changes/accept-all/"),
    act("sessions/<uuid:pk>/changes/reject-rest/"),
    act("sessions/<uuid:pk>/changes/undo-all/"),
    act("sessions/<uuid:pk>/commits/"),
    Row("sessions/<uuid:pk>/transcript.md", READ),
    Row("sessions/<uuid:pk>/export.json", READ),
    Row("sessions/<uuid:pk>/export.sarif", READ),
    Row("sessions/<uuid:pk>/changes.patch", READ),
    *(
        Row("sessions/new/estimate/", post=team(*words), fields={"item": "{item}", "kind": kind})
        for kind, words in (("interview", ("422", "422", "403")), ("roundtable", ("422", "422", "403")))
    ),
    Row(
        "sessions/new/angles/estimate/",
        post=team("422", "422", "403"),
        fields={"item": "{item}"},
    ),
    Row("sessions/<uuid:pk>/unit/", READ, query="unit=1/block:1"),
    act("sessions/<uuid:pk>/roll-back/", unit="1/block:1", to_pass="0"),
    Row("sessions/<uuid:pk>/calls/<int:number>/", READ),
    Row("sessions/<uuid:pk>/units/", READ),
    Row("sessions/<uuid:pk>/findings/", READ),
    Row("sessions/<uuid:pk>/passes/", READ),
    Row("sessions/<uuid:pk>/against/", READ),
    Row("sessions/<uuid:pk>/findings.json", READ),
    Row("sessions/<uuid:pk>/findings.sarif", READ),
    Row("sessions/<uuid:pk>/findings.md", READ),
    Row("sessions/<uuid:pk>/blind/", READ, WRITE),
    Row("sessions/<uuid:pk>/blind.txt", READ),
)
DECISIONS = (
    act("changes/<uuid:pk>/accept/"),
    act("changes/<uuid:pk>/reject/", reason="No"),
    act("changes/<uuid:pk>/undo/"),
    act("findings/<uuid:pk>/accept/"),
    act("findings/<uuid:pk>/dismiss/", reason="No"),
    act("findings/<uuid:pk>/undo/"),
    *(
        act(f"{kind}s/<uuid:pk>/{address}", text="Why?")
        for kind in ("change", "finding")
        for address in ("comments/", "comments/<int:number>/delete/", "assign/")
    ),
    act("commits/<int:pk>/push/"),
    act("commits/<int:pk>/stop/"),
    Row("commits/<int:pk>/state/", AWAY),
    # Its mirror is not there, which the page says.
    Row("commits/<int:pk>.patch", team("409", "409", "409")),
)
TEAM = (
    manage_team("settings", name="Payments"),
    manage_team("add", username="new@example.org", role="member"),
    manage_team("role", member="{member}", role="admin"),
    manage_team("remove", member="{member}"),
    manage_team("link", member="{member}"),
    manage_team("withdraw", invitation="{invitation}"),
    # Another team's admin, in the name of their own team: it has no such member and no such invitation.
    *(
        Row("team/", "page page page page 404 login 404 login", who, fields=fields)
        for who in ("acts 403 403 422 404 login 404 login",)
        for fields in (
            {"action": "remove", "member": "{member}"},
            {"action": "role", "member": "{member}", "role": "viewer"},
            {"action": "link", "member": "{member}"},
            {"action": "withdraw", "invitation": "{invitation}"},
        )
    ),
    act("team/download/", MANAGE, team="{team}"),
    Row("team/author/", ADMIN_FORM, query="team={team}"),
    Row(
        "team/personas/",
        READ,
        MANAGE,
        query="team={team}",
        fields={"action": "seats", "personas": "{persona}"},
    ),
    Row("team/personas/", READ, MANAGE, query="team={team}", fields={"action": "import"}),
    # Another team's admin, in the name of their own team: a persona of this one can't sit there.
    Row(
        "team/personas/",
        "page page page page 404 login 404 login",
        "acts 403 403 422 404 login 404 login",
        fields={"action": "seats", "personas": "{persona}"},
    ),
    Row("team/personas/new/", ADMIN_FORM, MANAGE, query="team={team}", fields={"name": "Nora Berg"}),
    Row("team/personas/new/", team("page", "403", "403"), MANAGE, query="from={persona}"),
    Row("personas/<slug:key>/", READ),
    Row("personas/<slug:key>.md", READ),
    Row("personas/<slug:key>/prompt/", READ),
    Row("personas/<slug:key>/history/", READ),
    Row("personas/<slug:key>/edit/", ADMIN_FORM, MANAGE),
    act("personas/<slug:key>/restore/", MANAGE, number="1"),
    act("personas/<slug:key>/retire/", MANAGE),
    act("personas/<slug:key>/delete/", MANAGE, typed="nobody"),
    Row("team/limits/", READ, query="team={team}"),
    Row("team/audit/", ADMIN_FORM, query="team={team}"),
    Row("team/audit.csv", ADMIN_FORM, query="team={team}"),
    Row("team/audit.json", ADMIN_FORM, query="team={team}"),
)
ADMIN_OPEN = (
    Row("admin/login/", everybody("page"), everybody("page"), put=everybody("page"), delete=NOWHERE),
    Row("admin/logout/", known("on"), known("on"), put=known("on"), delete=known("on")),
    Row("admin/password_change/", known("on"), known("on"), put=known("on"), delete=known("on")),
)
TABLE = OPEN + LINKS + PERSONAL + ITEMS + REPOSITORIES + SESSIONS + DECISIONS + TEAM + ADMIN_OPEN

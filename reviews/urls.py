"""The public addresses; docs/contract.md says what each takes and gives."""

from django.urls import URLPattern, path

from reviews.kinds import registry
from reviews.models.finding import FindingStatus
from reviews.repositories import pushing
from reviews.views import health
from reviews.views.accounts import audit_log, joining, login, second_factor, team, teams
from reviews.views.exports import meta
from reviews.views.exports import session as exports
from reviews.views.items import artifacts, dashboard, items, search, waiting
from reviews.views.repositories import browsing, commits, moving, picking, repositories
from reviews.views.review import changes, diffs, discussion, finding_list, findings, queue
from reviews.views.sessions import menu, session, sessions

urlpatterns: list[URLPattern] = [
    path("favicon.ico", health.favicon, name="favicon"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    # Finding one's way
    path("", dashboard.show_dashboard, name="dashboard"),
    path("waiting/", waiting.show_waiting, name="waiting"),
    path("search/", search.show_search, name="search"),
    # Items and artifacts
    path("items/", items.list_items, name="items"),
    path("items/new/", items.item_new, name="item-new"),
    path("items/<slug:slug>/", items.show_item, name="item"),
    path("items/<slug:slug>/meta.json", meta.item_meta, name="item-meta"),
    path("items/<slug:slug>/meta/", meta.item_meta_read, name="item-meta-read"),
    path("items/<slug:slug>/artifacts/new/", artifacts.artifact_new, name="artifact-new"),
    path("artifacts/<uuid:pk>/", artifacts.show_artifact, name="artifact"),
    path("artifacts/<uuid:pk>/findings/", findings.artifact_findings, name="artifact-findings"),
    path("artifacts/<uuid:pk>/check/", findings.artifact_check, name="artifact-check"),
    path("artifacts/<uuid:pk>/raw/", artifacts.artifact_raw, name="artifact-raw"),
    path("artifacts/<uuid:pk>/diff/<int:a>..<int:b>/", diffs.artifact_diff, name="artifact-diff"),
    path("artifacts/<uuid:pk>/newer/", moving.artifact_newer, name="artifact-newer"),
    # Repositories
    path("repositories/", repositories.list_repositories, name="repositories"),
    path("repositories/new/", repositories.repository_new, name="repository-new"),
    path("repositories/<uuid:pk>/", browsing.show_repository, name="repository"),
    path("repositories/<uuid:pk>/file/", browsing.repository_file, name="repository-file"),
    path("repositories/<uuid:pk>/history/", browsing.repository_history, name="repository-history"),
    path("repositories/<uuid:pk>/branches/", browsing.repository_branches, name="repository-branches"),
    path("repositories/<uuid:pk>/pick/", picking.repository_pick, name="repository-pick"),
    path("repositories/<uuid:pk>/state/", repositories.repository_state, name="repository-state"),
    path("repositories/<uuid:pk>/fetch/", repositories.repository_fetch, name="repository-fetch"),
    path("repositories/<uuid:pk>/stop/", repositories.repository_stop, name="repository-stop"),
    path(
        "repositories/<uuid:pk>/credential/", repositories.repository_credential, name="repository-credential"
    ),
    path("repositories/<uuid:pk>/remove/", repositories.repository_remove, name="repository-remove"),
    # Sessions
    path("sessions/", sessions.list_sessions, name="sessions"),
    path("sessions/new/", sessions.session_new, name="session-new"),
    path("sessions/new/estimate/", sessions.session_estimate, name="session-estimate"),
    path("sessions/<uuid:pk>/", session.show_session, name="session"),
    path("sessions/<uuid:pk>/events/", session.events, name="session-events"),
    path("sessions/<uuid:pk>/messages/", session.say, name="session-message"),
    path("sessions/<uuid:pk>/messages/<int:number>/withdraw/", session.withdraw, name="session-withdraw"),
    path("sessions/<uuid:pk>/stop/", session.stop, name="session-stop"),
    path("sessions/<uuid:pk>/resume/", session.resume, name="session-resume"),
    path("sessions/<uuid:pk>/deeper/", session.deeper, name="session-deeper"),
    path("sessions/<uuid:pk>/menu/", menu.take_choice, name="session-menu"),
    # What comes out of a session
    path("sessions/<uuid:pk>/changes/", changes.session_changes, name="session-changes"),
    path("sessions/<uuid:pk>/changes/accept-all/", changes.accept_all, name="changes-accept-all"),
    path("sessions/<uuid:pk>/changes/reject-rest/", changes.reject_rest, name="changes-reject-rest"),
    path("sessions/<uuid:pk>/changes/undo-all/", changes.undo_all, name="changes-undo-all"),
    path("changes/", queue.to_review, name="to-review"),
    path("changes/<uuid:pk>/accept/", changes.accept, name="change-accept"),
    path("changes/<uuid:pk>/reject/", changes.reject, name="change-reject"),
    path("changes/<uuid:pk>/undo/", changes.undo, name="change-undo"),
    *(
        path(f"{kind}s/<uuid:pk>/{address}", view, {"kind": kind}, name=f"{kind}-{name}")
        for kind in ("change", "finding")
        for address, view, name in (
            ("comments/", discussion.comment, "comments"),
            ("comments/<int:number>/delete/", discussion.delete_comment, "comment-delete"),
            ("assign/", discussion.assign, "assign"),
        )
    ),
    path("findings/", finding_list.list_findings, name="findings"),
    *(
        path(f"findings/<uuid:pk>/{verb}/", findings.decide, {"status": status}, name=f"finding-{verb}")
        for verb, status in (
            ("accept", FindingStatus.ACCEPTED),
            ("dismiss", FindingStatus.DISMISSED),
            ("undo", FindingStatus.OPEN),
        )
    ),
    path("sessions/<uuid:pk>/commits/", commits.session_commit, name="session-commit"),
    path("commits/<int:pk>/push/", commits.commit_act, {"act": pushing.push}, name="commit-push"),
    path("commits/<int:pk>/stop/", commits.commit_act, {"act": pushing.stop}, name="commit-stop"),
    path("commits/<int:pk>/state/", commits.commit_state, name="commit-state"),
    path("commits/<int:pk>.patch", commits.commit_patch, name="commit-patch"),
    path("sessions/<uuid:pk>/transcript.md", exports.transcript, name="session-transcript"),
    path("sessions/<uuid:pk>/export.json", exports.everything, name="session-export"),
    path("sessions/<uuid:pk>/export.sarif", exports.sarif, name="session-sarif"),
    path("sessions/<uuid:pk>/changes.patch", exports.patch, name="session-patch"),
    # Team and accounts
    path("team/", team.show_team, name="team"),
    path("team/limits/", team.team_limits, name="team-limits"),
    path("team/audit/", audit_log.show_audit, name="team-audit"),
    path("team/audit.csv", audit_log.export_audit, {"form": "csv"}, name="team-audit-csv"),
    path("team/audit.json", audit_log.export_audit, {"form": "json"}, name="team-audit-json"),
    path("team/author/", team.team_author, name="team-author"),
    path("accounts/login/", login.Login.as_view(), name="login"),
    path("accounts/here/", login.who_is_here, name="who-is-here"),
    path("accounts/code/", second_factor.login_code, name="login-code"),
    path("accounts/second-factor/", second_factor.second_factor_page, name="second-factor"),
    path("accounts/second-factor/qr.svg", second_factor.setup_picture, name="second-factor-picture"),
    path("accounts/logout/", login.LogOut.as_view(), name="logout"),
    path("accounts/link/<str:uidb64>/<str:token>/", login.login_link, name="login-link"),
    path("accounts/password/", login.change_password, name="password"),
    path("accounts/teams/", teams.your_teams, name="your-teams"),
    path("accounts/email/<str:token>/", teams.confirm_address, name="address"),
    path("join/<str:token>/", joining.join, name="join"),
    # What only one kind of session has
    *(pattern for kind in registry.kinds() for pattern in kind.urls()),
]

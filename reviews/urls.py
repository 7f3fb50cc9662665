"""The public addresses; docs/contract.md says what each takes and gives."""

from django.urls import URLPattern, path

from reviews.kinds import registry
from reviews.models.finding import FindingStatus
from reviews.repositories import pushing
from reviews.views import health
from reviews.views.accounts import audit_log, joining, login, second_factor, team, teams
from reviews.views.exports import meta
from reviews.views.exports import session as exports
from reviews.views.items import archive, artifacts, dashboard, items, search, waiting
from reviews.views.keeping import artifacts as kept_artifacts
from reviews.views.keeping import items as kept_items
from reviews.views.keeping import lists, team_files
from reviews.views.keeping import sessions as kept_sessions
from reviews.views.personas import editing as persona_editing
from reviews.views.personas import pages as personas
from reviews.views.repositories import browsing, commits, moving, picking, repositories
from reviews.views.review import addition_list, changes, diffs, discussion, finding_list, findings, queue
from reviews.views.sessions import comparing, menu, session, sessions

urlpatterns: list[URLPattern] = [
    path("favicon.ico", health.favicon, name="favicon"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    # Finding one's way
    path("", dashboard.show_dashboard, name="dashboard"),
    path("waiting/", waiting.show_waiting, name="waiting"),
    path("search/", search.show_search, name="search"),
    path("search/archive/", archive.show_archive, name="archive"),
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
    # Keeping, archiving and deleting; taking away
    path("items/<slug:slug>/edit/", kept_items.item_edit, name="item-edit"),
    path("items/<slug:slug>/archive/", kept_items.item_archive, name="item-archive"),
    path("items/<slug:slug>/restore/", kept_items.item_restore, name="item-restore"),
    path("items/<slug:slug>/delete/", kept_items.item_delete, name="item-delete"),
    path("artifacts/<uuid:pk>/edit/", kept_artifacts.artifact_edit, name="artifact-edit"),
    path("artifacts/<uuid:pk>/archive/", kept_artifacts.artifact_archive, name="artifact-archive"),
    path("artifacts/<uuid:pk>/restore/", kept_artifacts.artifact_restore, name="artifact-restore"),
    path("artifacts/<uuid:pk>/delete/", kept_artifacts.artifact_delete, name="artifact-delete"),
    path("sessions/<uuid:pk>/edit/", kept_sessions.session_edit, name="session-edit"),
    path("sessions/<uuid:pk>/archive/", kept_sessions.session_archive, name="session-archive"),
    path("sessions/<uuid:pk>/restore/", kept_sessions.session_restore, name="session-restore"),
    path("sessions/<uuid:pk>/delete/", kept_sessions.session_delete, name="session-delete"),
    path("sample/", kept_items.sample_restore, name="sample"),
    *(
        path(f"{name}.{form}", view, {"form": form}, name=f"{name}-{form}")
        for name, view in (("items", lists.items_file), ("sessions", lists.sessions_file))
        for form in ("csv", "json")
    ),
    path("team/download/", team_files.team_download, name="team-download"),
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
    path("sessions/<uuid:pk>/estimate/", sessions.session_estimate_again, name="session-estimate-again"),
    path("sessions/<uuid:pk>/compare/", comparing.compare_sessions, name="session-compare"),
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
    path("additions/", addition_list.list_additions, name="additions"),
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
    path("team/personas/", personas.list_personas, name="team-personas"),
    path("team/personas/new/", persona_editing.persona_new, name="persona-new"),
    path("personas/<slug:key>/", personas.show_persona, name="persona"),
    path("personas/<slug:key>.md", personas.persona_file, name="persona-file"),
    path("personas/<slug:key>/prompt/", personas.persona_prompt, name="persona-prompt"),
    path("personas/<slug:key>/history/", personas.persona_history, name="persona-history"),
    path("personas/<slug:key>/edit/", persona_editing.persona_edit, name="persona-edit"),
    path("personas/<slug:key>/restore/", persona_editing.persona_restore, name="persona-restore"),
    path("personas/<slug:key>/retire/", persona_editing.persona_retire, name="persona-retire"),
    path("personas/<slug:key>/delete/", persona_editing.persona_delete, name="persona-delete"),
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

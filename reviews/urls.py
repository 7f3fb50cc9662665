"""The public addresses of DESIGN §11."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, path

from reviews.views import accounts, artifacts, dashboard, health, items, search, session, sessions, team

urlpatterns: list[URLPattern] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    # Finding one's way
    path("", dashboard.dashboard, name="dashboard"),
    path("search/", search.search, name="search"),
    # Items and artifacts
    path("items/", items.items, name="items"),
    path("items/new/", items.item_new, name="item-new"),
    path("items/<slug:slug>/", items.item, name="item"),
    path("items/<slug:slug>/artifacts/new/", artifacts.artifact_new, name="artifact-new"),
    path("artifacts/<uuid:pk>/", artifacts.artifact, name="artifact"),
    path("artifacts/<uuid:pk>/findings/", artifacts.artifact_findings, name="artifact-findings"),
    path("artifacts/<uuid:pk>/raw/", artifacts.artifact_raw, name="artifact-raw"),
    # Sessions
    path("sessions/", sessions.sessions, name="sessions"),
    path("sessions/new/", sessions.session_new, name="session-new"),
    path("sessions/<uuid:pk>/", session.session, name="session"),
    path("sessions/<uuid:pk>/events/", session.events, name="session-events"),
    path("sessions/<uuid:pk>/messages/", session.say, name="session-message"),
    path("sessions/<uuid:pk>/messages/<int:number>/withdraw/", session.withdraw, name="session-withdraw"),
    path("sessions/<uuid:pk>/stop/", session.stop, name="session-stop"),
    path("sessions/<uuid:pk>/resume/", session.resume, name="session-resume"),
    path("sessions/<uuid:pk>/deeper/", session.deeper, name="session-deeper"),
    # Team and accounts
    path("team/", team.team, name="team"),
    path("accounts/login/", accounts.Login.as_view(), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path("accounts/link/<str:uidb64>/<str:token>/", accounts.login_link, name="login-link"),
    path("accounts/password/", accounts.password, name="password"),
]

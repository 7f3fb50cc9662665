"""The public addresses of DESIGN §11."""

from django.urls import URLPattern

from reviews.views import health

from django.urls import path

urlpatterns: list[URLPattern] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]

"""The addresses of pages that only roundtables have."""

from django.urls import URLPattern, path

from reviews.kinds.roundtable import blind_views, views

urlpatterns: list[URLPattern] = [
    path("items/<slug:slug>/turn-limit/", views.item_turn_limit, name="item-turn-limit"),
    path("sessions/<uuid:pk>/blind/", blind_views.session_blind, name="session-blind"),
    path("sessions/<uuid:pk>/blind.txt", blind_views.session_blind_text, name="session-blind-text"),
]

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from reviews.admin.code_designer import show_switch
from reviews.admin.costs import show_costs
from reviews.views.accounts.login import AdminLogin

admin.site.site_header = admin.site.site_title = "ELM administration"
admin.site.index_title = "Everything in ELM"
admin.site.site_url = "/"

handler403 = "reviews.views.problems.handle_refused"
handler404 = "reviews.views.problems.handle_missing"
handler500 = "reviews.views.problems.handle_broken"
urlpatterns = [
    # One page for it: there guesses of the old password are counted.
    path("admin/password_change/", RedirectView.as_view(pattern_name="password")),
    path("admin/code-designer/", admin.site.admin_view(show_switch), name="code-designer"),
    path("admin/costs/", admin.site.admin_view(show_costs), name="costs"),
    # As at the other log-in, a second factor is asked for.
    path("admin/login/", AdminLogin.as_view()),
    path("admin/", admin.site.urls),
    path("", include("reviews.urls")),
]

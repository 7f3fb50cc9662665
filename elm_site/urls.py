from django.contrib import admin
from django.urls import include, path

admin.site.site_header = admin.site.site_title = "ELM administration"
admin.site.index_title = "Everything in ELM"
admin.site.site_url = "/"

handler500 = "reviews.views.problems.handle_broken"
urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("reviews.urls")),
]

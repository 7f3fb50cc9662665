from django.contrib.admin.apps import AdminConfig


class ElmAdminConfig(AdminConfig):
    default_site = "elm_site.administration.ElmSite"

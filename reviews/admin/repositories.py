"""Linked repositories, commits, findings and comments for the people who run the server: to be read."""

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from reviews.admin.base import History, link_to, list_of, page_of
from reviews.admin.filters import month_filter, team_filter
from reviews.models import Artifact, BranchCommit, Comment, Finding, Repository


@admin.register(Repository)
class RepositoryAdmin(History):
    list_display = ["name", link_to("team", ordering="team__name"), "url", "state", "fetched", "artifacts"]
    list_display += ["linked_by"]
    list_filter = ["state", team_filter("team")]
    date_hierarchy = "created"
    help = "Linked repositories and how their newest fetch went. They are linked and removed on the site."
    search_fields = ["url", "team__name"]
    readonly_fields = ["default_branch", "head", "state", "percent", "words", "beat", "stop_requested"]
    readonly_fields += ["error_kind", "error", "fetched", "artifacts", "made", "linked_by", "created"]
    joined = ["team", "linked_by"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Repository]:
        return super().get_queryset(request).annotate(artifact_count=Count("artifacts"))

    @admin.display(ordering="artifact_count")
    def artifacts(self, repository: Repository) -> SafeString:
        count = repository.artifact_count  # type: ignore[attr-defined]
        return list_of(Artifact, str(count), repository=repository.pk)

    @admin.display(description="commits that ELM made")
    def made(self, repository: Repository) -> SafeString:
        return list_of(BranchCommit, "commits", repository=repository.pk)


@admin.register(BranchCommit)
class BranchCommitAdmin(History):
    list_display = ["__str__", link_to("repository"), link_to("session"), "pushing", "made_by", "pushed"]
    list_display += ["created"]
    list_filter = ["push", team_filter("session__team")]
    date_hierarchy = "created"
    help = "Commits that ELM made of accepted changes, and whether their branches were pushed."
    search_fields = ["branch", "=commit", "repository__url"]
    ordering = ["-pk"]
    joined = ["repository", "session__item", "made_by", "pushed_by"]

    @admin.display(description="push", ordering="push")
    def pushing(self, commit: BranchCommit) -> str:
        return commit.get_push_display()


@admin.register(Finding)
class FindingAdmin(History):
    list_display = ["claim", link_to("artifact", ordering="artifact__name"), "line", "severity", "status"]
    list_display += ["by", "assignee", "created"]
    list_filter = ["status", "severity", team_filter("artifact__item__team"), month_filter("created")]
    help = "What checks and reviews found, and what people decided. Search by an id or by words of a claim or a title."
    search_fields = ["claim", "artifact__name", "artifact__item__title"]
    ordering = ["-created"]
    readonly_fields = ["unplaced", "comments", "created"]
    joined = ["artifact", "revision__artifact", "session__item", "assignee", "decided_by"]
    left_out = ["revision__content"]

    @admin.display
    def comments(self, finding: Finding) -> SafeString:
        return list_of(Comment, "comments", finding=finding.pk)


@admin.register(Comment)
class CommentAdmin(History):
    list_display = ["beginning", "author", "about", "created"]
    list_filter = [month_filter("created")]
    help = "What teammates said about changes and findings."
    search_fields = ["text", "author__username"]
    ordering = ["-pk"]
    joined = ["author", "change__artifact", "finding__artifact"]

    @admin.display(description="text")
    def beginning(self, comment: Comment) -> str:
        return Truncator(comment.text).chars(90)

    @admin.display
    def about(self, comment: Comment) -> SafeString | str:
        return page_of(comment.change or comment.finding)

"""Linked repositories, commits, findings and comments for the people who run the server: to be read."""

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from reviews.admin.base import History, list_of, page_of
from reviews.models import Artifact, BranchCommit, Comment, Finding, Repository


@admin.register(Repository)
class RepositoryAdmin(History):
    list_display = ["name", "team_page", "url", "state", "fetched", "artifacts", "linked_by"]
    list_filter = ["state", "team"]
    search_fields = ["url", "team__name"]
    readonly_fields = ["default_branch", "head", "state", "percent", "words", "beat", "stop_requested"]
    readonly_fields += ["error_kind", "error", "fetched", "artifacts", "made", "linked_by", "created"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Repository]:
        found = super().get_queryset(request).select_related("team", "linked_by")
        return found.annotate(artifact_count=Count("artifacts"))

    @admin.display(description="team", ordering="team__name")
    def team_page(self, repository: Repository) -> SafeString | str:
        return page_of(repository.team)

    @admin.display(ordering="artifact_count")
    def artifacts(self, repository: Repository) -> SafeString:
        count = repository.artifact_count  # type: ignore[attr-defined]
        return list_of(Artifact, str(count), repository=repository.pk)

    @admin.display(description="commits that ELM made")
    def made(self, repository: Repository) -> SafeString:
        return list_of(BranchCommit, "commits", repository=repository.pk)


@admin.register(BranchCommit)
class BranchCommitAdmin(History):
    list_display = ["__str__", "repository_page", "session_page", "pushing", "made_by", "pushed", "created"]
    list_filter = ["push"]
    search_fields = ["branch", "=commit", "repository__url"]
    ordering = ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[BranchCommit]:
        found = super().get_queryset(request)
        return found.select_related("repository", "session__item", "made_by", "pushed_by")

    @admin.display(description="repository")
    def repository_page(self, commit: BranchCommit) -> SafeString | str:
        return page_of(commit.repository)

    @admin.display(description="session")
    def session_page(self, commit: BranchCommit) -> SafeString | str:
        return page_of(commit.session)

    @admin.display(description="push", ordering="push")
    def pushing(self, commit: BranchCommit) -> str:
        return commit.get_push_display()


@admin.register(Finding)
class FindingAdmin(History):
    list_display = ["claim", "artifact_page", "line", "severity", "status", "by", "assignee", "created"]
    list_filter = ["status", "severity"]
    search_fields = ["claim", "artifact__name", "artifact__item__title"]
    ordering = ["-created"]
    readonly_fields = ["unplaced", "comments", "created"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Finding]:
        found = super().get_queryset(request)
        found = found.select_related(
            "artifact", "revision__artifact", "session__item", "assignee", "decided_by"
        )
        return found.defer("revision__content")

    @admin.display(description="artifact", ordering="artifact__name")
    def artifact_page(self, finding: Finding) -> SafeString | str:
        return page_of(finding.artifact)

    @admin.display
    def comments(self, finding: Finding) -> SafeString:
        return list_of(Comment, "comments", finding=finding.pk)


@admin.register(Comment)
class CommentAdmin(History):
    list_display = ["beginning", "author", "about", "created"]
    search_fields = ["text", "author__username"]
    ordering = ["-pk"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Comment]:
        found = super().get_queryset(request)
        return found.select_related("author", "change__artifact", "finding__artifact")

    @admin.display(description="text")
    def beginning(self, comment: Comment) -> str:
        return Truncator(comment.text).chars(90)

    @admin.display
    def about(self, comment: Comment) -> SafeString | str:
        return page_of(comment.change or comment.finding)

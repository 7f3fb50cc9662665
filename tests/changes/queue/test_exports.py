"""What teammates say about a change goes with the session."""

from reviews.changes import comments, decide
from reviews.exports.session import session_document
from tests.changes.table import held


def test_the_export_has_comments_assignee_and_reason(item, ana, ben):
    session = held(item)
    change = session.changes.first()
    comments.add_comment(change, ben, "Legal has decided this.")
    comments.assign(change, str(ben.pk))
    decide.reject(change, ana, reason="Decided elsewhere.")
    told = session_document(session)["changes"][0]
    assert [(one["author"], one["text"]) for one in told["comments"]] == [("Ben", "Legal has decided this.")]
    assert (told["assignee"], told["decision_reason"]) == ("Ben", "Decided elsewhere.")
    assert (told["unplaced"], told["in_repository_since"]) == (None, None)

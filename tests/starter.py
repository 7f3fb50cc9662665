"""The shipped personas, phases and steps, read from their files once: most tests only need them to be there.

What stores their rows is kept as it went to the database: to make it anew takes ten times as long as to do it.
"""

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model

from personas import loading
from personas.models import Persona

_rows: dict[type[Model], list[Model]] = {}
_inserts: list[tuple[str, tuple]] = []
"""The statements that store `_rows`, each with its values."""


@transaction.atomic
def load_starter() -> None:
    """As `personas.loading.load_starter`; only the first time in this process it reads files."""
    found = apps.get_app_config("personas").get_models(include_auto_created=True)
    models = [model for model in found if not model._meta.proxy]
    is_first = not Persona.objects.exists()
    if not is_first or not _rows:
        loading.load_starter()
        if is_first:
            _rows.update({model: list(model._base_manager.all()) for model in models})
        return
    if not _inserts:
        with connection.execute_wrapper(note_statement):
            for model in models:
                model._base_manager.bulk_create(_rows[model])
        return
    with connection.cursor() as cursor:
        for sql, values in _inserts:
            cursor.execute(sql, values)


def note_statement(execute, sql, values, many, context):
    """Keeps what is about to be executed."""
    if sql.startswith("INSERT"):
        _inserts.append((sql, tuple(values)))
    return execute(sql, values, many, context)

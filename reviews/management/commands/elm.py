"""`manage.py elm PATH`: the interview in a terminal. Django looks for commands here; this one lives with its kind."""

from django.utils.module_loading import import_string

Command = import_string("reviews.kinds.interview.command.Command")

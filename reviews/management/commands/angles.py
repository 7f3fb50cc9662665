"""`manage.py angles PATH…`: an angle review in a build. Django looks for commands here; it lives with its kind."""

from django.utils.module_loading import import_string

Command = import_string("reviews.kinds.angles.terminal.command.Command")

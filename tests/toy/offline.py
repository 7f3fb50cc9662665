"""The toy's rules: say back what was said."""

SPEAKERS = {"toy.echo": lambda prompt: (f"You said: {prompt.facts['said']}", None)}

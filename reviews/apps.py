from django.apps import AppConfig


class ReviewsConfig(AppConfig):
    name = "reviews"

    def ready(self) -> None:
        """Load every kind of session: a mistake in one is seen when the server starts, not when it is used. Then listen
        for whoever may not read on, and for texts to be found."""
        from reviews.accounts import access_signals
        from reviews.kinds import registry
        from reviews.search import indexing

        for _ in registry.kinds():
            pass
        access_signals.connect()
        indexing.connect(self)

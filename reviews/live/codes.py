"""The codes that sockets are closed with. A page says a sentence for each of ours and does not come back by itself,
but for the last two; docs/contract.md says what each means."""

NONSENSE = 4400
LOGGED_OUT = 4401
FORBIDDEN = 4403
NOT_FOUND = 4404
DEACTIVATED = 4410
LOGIN_EXPIRED = 4419
PASSWORD_CHANGED = 4423
TOO_MANY = 4429
TOO_OFTEN = 4430
INTERNAL_ERROR, TRY_AGAIN_LATER = 1011, 1013

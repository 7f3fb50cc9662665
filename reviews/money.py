"""Money: amounts are whole millionths of a US dollar, and this is how people read them."""

MICROS = 1_000_000
"""How many make a dollar."""


def in_cents(micros: int) -> str:
    """Dollars to the cent: 2499999 is "$2.50"."""
    return f"${micros / MICROS:,.2f}"


def cost(micros: int | None) -> str:
    """What something has cost: 2500000 is "$2.50", and below a dollar 12345 is "$0.0123"."""
    amount = micros or 0
    return in_cents(amount) if amount >= MICROS or not amount else f"${amount / MICROS:.4f}"

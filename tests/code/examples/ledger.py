"""Entries of a ledger, and what they come to."""

import csv
import decimal

CENT = decimal.Decimal("0.01")
HEADER = """\
day,account,

amount"""


def cached(function):
    seen = {}

    def inner(*given):
        return seen.setdefault(given, function(*given))

    return inner


# What banks call a posting.
@cached
def rounded(
    amount,
    step=CENT,
):
    """An amount in steps.

    Halves go to the even one.
    """
    return amount.quantize(step)
    # The last words belong to the function.


LIMITS = {
    "day": 1_000,
    "month": 20_000,
}
if __debug__:
    LIMITS["hour"] = 100


class Ledger:
    """All entries in order."""

    kinds = ("in", "out")
    currency = "EUR"

    def __init__(self, path):
        self.path = path
        self.entries = []

    @property
    def total(self):
        return sum(entry.amount for entry in self.entries)

    # Entries are never changed.
    async def post(self, entry):
        if entry.amount > LIMITS["day"]:
            raise ValueError(
                f"{entry.amount} is more than a day may have",
            )
        self.entries.append(entry)
        return entry

    version = 2

    class Entry:
        def __init__(self, amount):
            self.amount = amount

    def read(self):
        with open(self.path) as file:
            for row in csv.reader(file):
                if not row:
                    continue
                self.entries.append(
                    self.Entry(
                        decimal.Decimal(row[2]),
                    )
                )

    def write(self):
        with open(self.path, "w") as file:
            file.write(HEADER)
            for entry in self.entries:
                file.write(f"{entry.amount}\n")

    def balance(self, day):
        """What was there at the end of a day."""
        found = [entry for entry in self.entries if entry.day <= day]

        return sum(entry.amount for entry in found)


class Closed(Exception):
    pass


if __name__ == "__main__":
    print(Ledger("ledger.csv").total)

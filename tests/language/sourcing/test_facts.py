"""Which facts stand in a text, and that one fact has one value however it is written."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from reviews.language.sourcing.claims import check_claim
from reviews.language.sourcing.sources import ClaimSource
from reviews.language.sourcing.statements import read_statements
from tests.drawing import examples

MONTHS = {
    3: ["March", "Mar", "März", "mars", "marzo"],
    5: ["May", "Mai", "mayo"],
    10: ["October", "Oct", "Oktober", "octobre", "octubre"],
}


def find_facts(text):
    return [fact for one in read_statements(text) for fact in one.facts]


def values(text, kind=None):
    return [fact.value for fact in find_facts(text) if kind in (None, fact.kind)]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (
            [
                "EUR 9,000",
                "9.000 €",
                "€9k",
                "9 000 euros",
                "9'000 EUR",
                "**9,000** euros",
                "nine thousand euros",
            ],
            "9000 EUR",
        ),
        (["EUR 1.2 million", "1,2 Mio. €", "€1.2m", "1.200.000 Euro", "1,200,000 EUR"], "1200000 EUR"),
        (
            ["90 minutes", "1.5 hours", "one and a half hours", "anderthalb Stunden", "ninety minutes"],
            "5400 second",
        ),
        (["99.5 %", "99,5 Prozent", "99.5 percent", "99.5 per cent"], "99.5 percent"),
        (["24 months", "two years", "zwei Jahre", "2 ans"], "24 month"),
        (["two weeks", "14 days", "vierzehn Tage"], "1209600 second"),
        (["it takes twenty-five people", "25 people", "fünfundzwanzig Leute"], "25"),
        (
            ["EUR 9,000 per month", "9.000 Euro im Monat", "€9k monthly", "9 000 € par mois", "€9,000/month"],
            "9000 EUR/month",
        ),
    ],
)
def test_an_amount_has_one_value(written, value):
    assert [values(text) for text in written] == [[value]] * len(written)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (
            ["1 March 2027", "March 1st, 2027", "2027-03-01", "1. März 2027", "1er mars 2027", "01.03.2027"],
            "2027-03-01",
        ),
        (["Q3 2027", "third quarter of 2027", "dritten Quartal 2027", "3. Quartal 2027"], "Q3 2027"),
        (["20:00", "8 pm", "20 Uhr", "8 p.m."], "20:00"),
        (["on Tuesdays", "dienstags", "every Tuesday"], "weekday 2"),
        (["next week", "nächste Woche", "coming week"], "next week"),
    ],
)
def test_a_date_has_one_value(written, value):
    assert [values(text, "date") for text in written] == [[value]] * len(written)


@given(st.integers(1000, 999_999_999))
@example(1900)
@examples(60)
def test_separators_of_thousands_change_nothing(number):
    plain = f"{number:,}"
    written = [
        plain,
        plain.replace(",", "."),
        plain.replace(",", " "),
        plain.replace(",", "'"),
        f"**{number}**",
    ]
    assert {tuple(values(f"it costs EUR {text} now")) for text in written} == {(f"{number} EUR",)}


@given(st.sampled_from(sorted(MONTHS)), st.integers(1, 28), st.integers(2020, 2035), st.data())
@examples(60)
def test_names_of_months_change_nothing(month, day, year, data):
    name = data.draw(st.sampled_from(MONTHS[month]))
    iso = f"{year}-{month:02}-{day:02}"
    assert values(f"by {day} {name} {year}", "date") == values(f"by {iso}", "date") == [iso]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We asked Anna Berg about Belgium.", ["Anna Berg", "Belgium"]),
        ("Owner: Anna Berg", ["Anna Berg"]),
        ("Belgium is first.", []),
        ("# Our Great Plan", ["Great Plan"]),
        ("Die Leitung der Halle hat Frau Demir.", ["Demir"]),
        ("The API returns JSON and I like it.", []),
    ],
)
def test_names_are_what_stands_large_without_need(text, names):
    assert [fact.text for fact in find_facts(text) if fact.kind == "name"] == names


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("See `docs/rollout.md` now", "file", "docs/rollout.md"),
        ("See <https://Wiki.Example.org/a/>.", "link", "wiki.example.org/a"),
        ("See www.example.org today", "host", "example.org"),
        ("Write to Ana@Example.org.", "email", "ana@example.org"),
        ("Pay to DE89 3704 0044 0532 0130 00", "account", "DE89370400440532013000"),
        ("They said “keep  the **old** one”.", "quote", "keep the old one"),
    ],
)
def test_links_files_accounts_and_quotations_are_facts(text, kind, value):
    assert values(text, kind) == [value]


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("It says “empty” where no crate came back at all, and a plain “full” else.", []),
        ('It says "empty" where no crate came back at all, and "full" else.', []),
        ("It says “” where it should have said “no crate came back”.", ["no crate came back"]),
        (
            "Es heißt „leer“, wo keine Kiste zurückkam, und »alle Kisten sind da« sonst.",
            ["alle kisten sind da"],
        ),
        ("On dit « vide » quand rien ne revient, et « tout est revenu » sinon.", ["tout est revenu"]),
    ],
)
def test_what_stands_between_two_quotations_is_none(text, quotes):
    assert values(text, "quote") == quotes


@given(st.text(max_size=400))
@examples(80)
def test_facts_stand_where_they_say(text):
    for fact in find_facts(text):
        assert 0 <= fact.start < fact.end <= len(text)


def test_a_product_of_two_disks_is_no_error():
    notes = ClaimSource(
        "notes", "disks.md", "The disks hold 273 TB of a possible 300 TB. Another has 10,000,000 TB."
    )
    assert check_claim("27 TB are still free on the disks.", [notes]).computed == ("computed: 300 − 273",)
    assert check_claim(f"The disks hold {'9' * 300} TB.", [notes]).status == "unsupported"


def test_a_word_that_begins_a_sentence_is_no_name_where_a_quotation_was_taken_out():
    facts = find_facts("The notes say: " + " " * 30 + " Under this heading Berg says more.")
    assert [fact.text for fact in facts] == ["Berg"]


def test_a_name_that_begins_with_a_figure_is_one_name():
    assert [fact.text for fact in find_facts("Use 3PS as the gateway for 30 MB.")] == ["3PS", "30 MB"]

"""Which language Ana's notes are in."""

import pytest

from reviews.language.reading.document import read_document
from reviews.language.reading.document_language import document_language, is_english

NOTES = {
    "English": "# Till\n\nWe replace the till because it fails twice a week and the guests wait.",
    "German": "# Kasse\n\nWir ersetzen die Kasse, weil sie zu oft ausfällt. Das kostet im Monat 400 Euro.",
    "French": "# Caisse\n\nNous remplaçons la caisse parce qu'elle tombe en panne et les clients attendent.",
    "Spanish": "# Caja\n\nCambiamos la caja porque se cae a menudo y los clientes esperan en la tienda.",
    "Portuguese": "# Caixa\n\nTrocamos o caixa porque ele cai com frequência e os clientes esperam na loja.",
    "Italian": "# Cassa\n\nCambiamo la cassa perché si blocca spesso. I clienti aspettano nel negozio e non torn",
    "Dutch": "# Kassa\n\nWij vervangen de kassa omdat het systeem te vaak uitvalt en de klanten niet wachten.",
    "a language in Cyrillic letters": "# Касса\n\nМы меняем кассу, потому что она ломается.",
    "Japanese": "# レジ\n\n私たちはレジを交換します。",
    "Chinese": "# 收银机\n\n我们更换收银机，因为它经常出故障。",
    "Korean": "# 계산대\n\n우리는 계산대를 교체합니다.",
    "another language": "# Kasa\n\n"
    + "Kasa psuje się często, klienci czekają bardzo długo przy ladzie. " * 8,
}


@pytest.mark.parametrize("language", NOTES)
def test_a_language_is_told_by_its_letters_and_its_smallest_words(language):
    assert document_language(read_document(NOTES[language])) == language


def test_a_few_words_and_a_page_of_code_count_as_english():
    assert is_english(read_document(""))
    assert is_english(read_document("Hello."))
    assert is_english(read_document("# Parser\n\n```python\n" + "def f(x):\n    return x\n" * 50 + "```\n"))


def test_a_quotation_makes_no_other_language():
    note = NOTES["English"] + " The landlord wrote: “Die Kasse ist nicht im Preis enthalten.” That is all."
    assert is_english(read_document(note))

"""Which language a file is written in."""

import pytest

from reviews.code.languages import LABELS, label_of, language_of


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("src/ledger.py", "", "python"),
        ("web/App.JSX", "", "javascript"),
        ("web/app.mts", "", "typescript"),
        ("web/panel.tsx", "", "tsx"),
        ("main.go", "", "go"),
        ("src/lib.rs", "", "rust"),
        ("Ledger.java", "", "java"),
        ("ledger.c", "", "c"),
        ("ledger.h", "#include <stdio.h>\nint post(void);\n", "c"),
        ("ledger.h", "#pragma once\nnamespace banks {\n}\n", "cpp"),
        ("ledger.hpp", "", "cpp"),
        ("lib\\ledger.rb", "", "ruby"),
        ("Rakefile", "", "ruby"),
        ("index.php", "", "php"),
        ("schema.SQL", "", "sql"),
        ("deploy.sh", "", "shell"),
        (".bashrc", "", "shell"),
        ("README.md", "", "markdown"),
        ("notes.txt", "#!/bin/sh\n", "text"),
        ("LICENSE", "MIT", "text"),
        ("bin/run", "#!/usr/bin/env -S FOO=1 python3.13 -u\n", "python"),
        ("bin/run", "\ufeff#! /bin/bash -e\r\n", "shell"),
        ("bin/serve.in", "#!/usr/bin/node\n", "javascript"),
        ("bin/run", "#!/usr/bin/perl\n", "text"),
        ("bin/run", "#!", "text"),
        ("", "", "text"),
    ],
)
def test_a_language_is_told_by_the_name_of_a_file_else_by_its_first_line(path, text, language):
    assert language_of(path, text) == language


def test_people_read_a_label():
    assert label_of("cpp") == "C++"
    assert label_of("cobol") == "cobol"
    assert len(LABELS) == 15

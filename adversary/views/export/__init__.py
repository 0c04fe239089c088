"""Results in other programs' formats: Gradescope, JUnit, CSV, TeX, Markdown, pytest."""

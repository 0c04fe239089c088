"""Views of results: terminal tables, pages, figures, notebooks, and other programs' formats."""

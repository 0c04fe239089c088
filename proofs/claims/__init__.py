"""Claims: the printed statements of each source, and how each of their readings is judged."""

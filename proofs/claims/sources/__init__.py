"""The book's tables, one a document: every printed statement, in the order of the notes, with its readings."""

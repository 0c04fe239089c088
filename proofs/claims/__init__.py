"""The book of claims: printed statements, one file a source, each judged by computation."""

"""File formats and JSON answers: traces, transcripts of games, samples."""

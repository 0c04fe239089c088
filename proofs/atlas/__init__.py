"""Small concept classes, each once up to symmetry, and their values."""

"""A recorded game as numbers and texts, for pages and figures."""

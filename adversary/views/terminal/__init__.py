"""Results as tables and text, for terminals and notebooks."""

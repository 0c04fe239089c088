"""Results as drawings: SVG, PDF and PNG."""

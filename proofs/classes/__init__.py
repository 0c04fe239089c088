"""Finite concept classes: tables, the catalog, files."""

"""Graphs drawn as trees: their layout, words, drawings and files."""

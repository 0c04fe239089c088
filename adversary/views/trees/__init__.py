"""Mistake trees and Hasse diagrams: their layout, words and drawings."""

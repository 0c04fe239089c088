"""The documented name of ``proofs.formats.trace``."""

from proofs.formats.trace import json_schema

__all__ = ["json_schema"]

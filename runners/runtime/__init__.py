"""The module of a skill in Python: its answers (protocol), its memory (state_store) and its callers
(adapter). Inside a skill it works on the run; in any other program it talks to the server."""

import importlib

PARTS = ("protocol", "state_store", "adapter")


def __getattr__(name):
    """`from runtime import TaskState`. A part is loaded when it is used."""
    if not name.startswith("_") and name not in PARTS:
        for part in PARTS:
            module = importlib.import_module("." + part, __name__)
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

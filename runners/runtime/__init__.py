"""What a skill in Python answers with, remembers, and is called by: `from runtime.protocol import
AgentResponse`. Inside a skill it works on the run; in any other program it talks to the server."""

import importlib

PARTS = ("protocol", "state_store", "adapter")


def __getattr__(name):
    """`from runtime import TaskState`. A part is loaded when something of it is wanted."""
    if not name.startswith("_") and name not in PARTS:
        for part in PARTS:
            module = importlib.import_module("." + part, __name__)
            if hasattr(module, name):
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

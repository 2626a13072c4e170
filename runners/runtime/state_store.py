"""The memory of a run. In a skill the store is the run's facts and events, which Capstan writes with
the outcome of the turn; in any other program it only reads."""

import re
from dataclasses import asdict, dataclass, field, is_dataclass

import __main__

from .protocol import TaskState

MAX_EVENTS_PER_CONTEXT = 100
MAX_POCKET_FACTS_PER_BUCKET = 50
MAX_SUMMARY_SIZE_CHARS = 10000

STATE = "state"
MESSAGES = "messages"
REDACTED = "***REDACTED***"


class StateStoreError(Exception):
    pass


class DuplicateMessageError(StateStoreError):
    pass


class VersionConflictError(StateStoreError):
    pass


@dataclass
class ContextState:
    context_id: str
    current_turn: int = 1
    task_state: TaskState = TaskState.PENDING
    summary: str = ""
    context_version: int = 1
    resume_token: object = None
    # The value that put_state() was given.
    data: object = field(default=None)


class StateStore:
    def __init__(self, context):
        self._context = context

    def get_state(self):
        kept = self.get_fact(STATE, "current") or {}
        return ContextState(
            context_id=self._context.context_id,
            current_turn=self._context.turn,
            task_state=TaskState.IN_PROGRESS,
            context_version=kept.get("version", 1),
            data=kept.get("data"),
        )

    def put_state(self, state, expected_version=None):
        version = self.get_state().context_version
        if expected_version is not None and expected_version != version:
            raise VersionConflictError(f"The state has version {version}, not {expected_version}.")
        data = asdict(state) if is_dataclass(state) else state
        self.put_fact(STATE, "current", {"version": version + 1, "data": data})

    def get_facts(self, bucket):
        return dict(self._context.facts.get(bucket, {}))

    def get_fact(self, bucket, key, default=None):
        return self.get_facts(bucket).get(key, default)

    def put_fact(self, bucket, key, value, ttl_seconds=None):
        self._context.put_fact(bucket, key, value, ttl_seconds)

    def append_event(self, event_type, payload=None):
        self._context.log(event_type, payload)

    def record_message(self, message_id):
        if message_id in self.get_facts(MESSAGES):
            raise DuplicateMessageError(f'The message "{message_id}" was handled before.')
        self.put_fact(MESSAGES, message_id, True)


def create_state_store(context_id):
    # The runner of a skill is the main program, and has the run there.
    context = getattr(__main__, "skill_context", None)
    if context is None:
        from .adapter import RemoteStateStore

        return RemoteStateStore(context_id)
    if context_id != context.context_id:
        raise StateStoreError("A skill can only use the store of its own context.")
    return StateStore(context)


def put_state(context_id, state, expected_version=None):
    create_state_store(context_id).put_state(state, expected_version)


def generate_resume_token(context_id, version, turn):
    return f"{context_id}:{version}:{turn}"


def validate_resume_token(token, store):
    """Whether nothing has changed since the token was issued."""
    state = store.get_state()
    own = generate_resume_token(state.context_id, state.context_version, state.current_turn)
    return token is not None and token in (own, state.resume_token)


SECRET_KEY = re.compile(r"api[-_ ]?key|passw(?:or)?d|secret|(?:auth|access|refresh)[-_ ]?token|authorization", re.I)
SECRET_TEXT = [
    re.compile(r"((?:api[-_ ]?key|passw(?:or)?d)\s*[=:]\s*)[^\s\"'&,;]+", re.I),
    re.compile(r"(authorization\s*[=:]\s*(?:bearer\s+)?)[^\s\"',;]+", re.I),
    re.compile(r"()\b[spr]k-[\w-]{8,}"),
]


def redact_sensitive(value):
    """Capstan does this to everything that it stores. This is for programs that store something."""
    if isinstance(value, dict):
        return {
            key: REDACTED if isinstance(one, str) and SECRET_KEY.search(str(key)) else redact_sensitive(one)
            for key, one in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [redact_sensitive(one) for one in value]
    if not isinstance(value, str):
        return value
    for pattern in SECRET_TEXT:
        value = pattern.sub(lambda match: match.group(1) + REDACTED, value)
    return value

"""The messages between a skill and its caller."""

from dataclasses import dataclass, field
from enum import Enum


class TaskState(str, Enum):
    PENDING = "pending"
    IN_PROGRESS = "in_progress"
    COMPLETED = "completed"
    FAILED = "failed"
    TIMEOUT = "timeout"
    BLOCKED = "blocked"
    ESCALATED = "escalated"
    INPUT_REQUIRED = "input_required"
    DELEGATING = "delegating"
    PAUSED = "paused"

    @property
    def is_resumable(self):
        return self in (TaskState.INPUT_REQUIRED, TaskState.DELEGATING, TaskState.PAUSED)

    @property
    def is_terminal(self):
        return not self.is_resumable and self not in (TaskState.PENDING, TaskState.IN_PROGRESS)


class ExecutionStatus(str, Enum):
    SUCCESS = "success"
    FAILED = "failed"
    BLOCKED = "blocked"
    ESCALATED = "escalated"
    TIMEOUT = "timeout"


class MessageType(str, Enum):
    REQUEST = "request"
    RESPONSE = "response"
    INPUT_REQUEST = "input_request"
    RESUME = "resume"
    DELEGATE = "delegate"


def execution_status_to_task_state(status):
    """An unknown status is a failure."""
    value = getattr(status, "value", status).lower()
    if value not in [one.value for one in ExecutionStatus]:
        return TaskState.FAILED
    return TaskState.COMPLETED if value == "success" else TaskState(value)


def task_state_to_execution_status_value(state):
    """A state that is not terminal is "blocked"."""
    state = TaskState(getattr(state, "value", state).lower())
    if state is TaskState.COMPLETED:
        return "success"
    return state.value if state.is_terminal else "blocked"


@dataclass
class InputField:
    name: str
    type: str = "string"
    description: str = ""
    required: bool = True
    default: object = None


@dataclass
class InputRequest:
    """A field is a name, a dict, or an InputField."""

    missing_fields: list = field(default_factory=list)
    ambiguous_fields: list = field(default_factory=list)
    reason: str = ""
    partial_outputs: dict = field(default_factory=dict)


@dataclass
class ResponseMetadata:
    """The state beside the status that it maps to."""

    agent_state: object = None
    execution_status: object = None
    detail: object = None


@dataclass
class AgentResponse:
    state: TaskState
    outputs: dict = field(default_factory=dict)
    input_request: object = None
    errors: list = field(default_factory=list)
    delegation_target: object = None
    delegation_inputs: dict = field(default_factory=dict)
    metadata: object = None
    state_handle: object = None
    turn_number: object = None
    resume_token: object = None


@dataclass
class ExecutionResult:
    status: ExecutionStatus
    outputs: dict = field(default_factory=dict)
    errors: list = field(default_factory=list)
    metadata: object = None


AgentResponseMetadata = ResponseMetadata

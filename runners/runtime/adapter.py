"""Calls the skills of a running Capstan; CAPSTAN_URL and CAPSTAN_API_KEY name it. The code of a skill
cannot use it: a skill hands over by returning TaskState.DELEGATING."""

import json
import os
import pathlib
import urllib.error
import urllib.parse
import urllib.request

import __main__

from .protocol import (
    AgentResponse,
    ExecutionResult,
    ExecutionStatus,
    InputField,
    InputRequest,
    ResponseMetadata,
    TaskState,
    task_state_to_execution_status_value,
)
from .state_store import ContextState, StateStoreError

TIMEOUT_S = 600


class CapstanError(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Client:
    def __init__(self):
        if hasattr(__main__, "skill_context"):
            raise CapstanError("NOT_IN_A_SKILL", "A skill hands over by returning TaskState.DELEGATING.")
        self._url = os.environ.get("CAPSTAN_URL", "http://127.0.0.1:4747")
        home = os.environ.get("CAPSTAN_HOME") or pathlib.Path.home() / ".capstan"
        key = os.environ.get("CAPSTAN_API_KEY")
        self._key = key or (pathlib.Path(home) / "api-key").read_text().strip()

    def request(self, method, path, body=None):
        request = urllib.request.Request(
            self._url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"authorization": f"Bearer {self._key}", "content-type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            raise CapstanError(problem["code"], problem["detail"]) from None


class SkillExecutor:
    """One call, and its result."""

    def __init__(self):
        self.client = Client()

    def turn(self, skill, body):
        name = urllib.parse.quote(skill, safe="")
        return self.client.request("POST", f"/v1/skills/{name}/invoke", body)

    def execute(self, skill, inputs, correlation_id):
        response = response_of(self.turn(skill, {"inputs": inputs, "context_id": correlation_id}))
        return ExecutionResult(
            status=response.metadata.execution_status,
            outputs=response.outputs,
            errors=response.errors,
            metadata=response.metadata,
        )


class AgentAdapter:
    """Several turns, in a context that goes on as long as it waits."""

    def __init__(self, executor):
        self._executor = executor

    def invoke(self, skill, inputs, context_id, resume=False, resume_token=None, message_id=None):
        if resume and resume_token is None:
            resume_token = RemoteStateStore(context_id).get_state().resume_token
        optional = {"resume_token": resume_token, "message_id": message_id}
        given = {key: value for key, value in optional.items() if value is not None}
        body = {"inputs": inputs, "context_id": context_id, **({"resume": True} if resume else {}), **given}
        return response_of(self._executor.turn(skill, body))


class RemoteStateStore:
    """Reads a context for its caller. Only the skill itself writes."""

    def __init__(self, context_id):
        self._context_id = context_id
        self._client = Client()

    def _context(self):
        return self._client.request("GET", "/v1/contexts/" + urllib.parse.quote(self._context_id, safe=""))

    def get_state(self):
        context = self._context()
        return ContextState(
            context_id=context["id"],
            current_turn=context["turn"],
            task_state=TaskState(context["state"]),
            summary=context["summary"],
            context_version=context["version"],
            resume_token=context["resume_token"],
        )

    def get_facts(self, bucket):
        return {one["key"]: one["value"] for one in self._context()["facts"] if one["bucket"] == bucket}

    def get_fact(self, bucket, key, default=None):
        return self.get_facts(bucket).get(key, default)

    def put_fact(self, *_given, **_named):
        raise StateStoreError("Only the skill writes the state of its context.")

    put_state = append_event = record_message = put_fact


def create_executor(_root=None):
    """The skills are those of the server, wherever they were installed from."""
    return SkillExecutor()


def create_agent_adapter(executor):
    return AgentAdapter(executor)


def response_of(outcome):
    request = outcome.get("input_request")
    state = TaskState(outcome["state"])
    error = outcome.get("error")
    return AgentResponse(
        state=state,
        outputs=outcome.get("outputs") or {},
        input_request=request and request_of(request),
        errors=[] if error is None else [error],
        metadata=ResponseMetadata(
            agent_state=state,
            execution_status=ExecutionStatus(task_state_to_execution_status_value(state)),
        ),
        state_handle=outcome.get("context_id"),
        turn_number=outcome.get("turn"),
        resume_token=outcome.get("resume_token"),
    )


def request_of(request):
    known = ("name", "type", "description", "required", "default")
    fields = [InputField(**{key: one[key] for key in known if key in one}) for one in request.get("fields") or []]
    return InputRequest(missing_fields=fields, reason=request["reason"])

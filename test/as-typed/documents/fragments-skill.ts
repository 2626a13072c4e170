import { indent } from "./examples.ts";

/** An author's code around the fragments of the document on turns, each a case of one skill. */
export function fragmentsSkill(example: (title: string, abridged?: string) => string): string {
  const inside = (title: string, abridged?: string) => indent(example(title, abridged));
  return `import os
from runtime import state_store
from runtime.protocol import AgentResponse, TaskState, InputRequest
${example("9.3 Concurrency & Idempotency").split("\n")[0]}
from runtime.state_store import generate_resume_token, VersionConflictError

class ConflictError(Exception):
    code = "TOKEN_OLD"

def execute(ctx):
    case = globals()[ctx.inputs["case"]]
    return case(ctx, ctx.inputs, ctx.context_id, create_state_store(ctx.context_id))

def raises(ctx, inputs, context_id, store):
    missing_inputs = True
${inside("7.1 Agents-as-Tools Anti-Pattern")}

def calls(ctx, inputs, context_id, store):
    from runtime import create_agent_adapter, create_executor
    return create_agent_adapter(create_executor(".")).invoke("documents", inputs, "another")

def asks(ctx, inputs, context_id, store):
    missing_inputs = missing = [one for one in ("parsed_sections", "source_type") if one not in inputs]
${inside("7.1 Agents-as-Tools Anti-Pattern #2")}
    return AgentResponse(state=TaskState.COMPLETED, outputs={"turn": ctx.turn})

def persists(ctx, inputs, context_id, store):
    current_state = {"step": ctx.turn}
    before = store.get_state().data
    if before:
        return {"before": before}
${inside("7.2 Long-Lived Process Anti-Pattern #2")}
    return execute(ctx)

def decides(ctx, inputs, context_id, store):
${inside("7.3 Orchestrator-First Anti-Pattern #2", '[{"name": "parsed_sections", "type": "object", "description": "What was parsed"}]')}
    return AgentResponse(state=TaskState.COMPLETED, outputs={"sections": inputs["parsed_sections"]})

def remembers(ctx, *given):
    cases = (compares, overwrites, dedupes, repeats, secret, bounded)
    return {case.__name__: case(ctx, *given) for case in cases}

def bounded(ctx, inputs, context_id, store):
    for number in range(130):
${indent(inside("7.4 Memory Bloat Anti-Pattern #2"))}
    return {}

def dedupes(ctx, inputs, context_id, store):
${inside("9.3 Concurrency & Idempotency")}
    return {"messages": list(store.get_facts("messages"))}

def compares(ctx, inputs, context_id, store):
    new_state = {"step": 1}
${inside("9.3 Concurrency & Idempotency #2")}
    return {"version": store.get_state().context_version, "data": store.get_state().data}

def stale_token(ctx, inputs, context_id, store):
${inside("9.4 Resume Token Pattern")}
    return {"token": token}

def secret(ctx, inputs, context_id, store):
    os.environ["API_KEY"] = "sk-1234567890abcdefghij"
${inside("❌ Storing Secrets in State")}
${inside("❌ Storing Secrets in State #2")}
    return {}

def overwrites(ctx, inputs, context_id, store):
    new_state = {"by": "the first"}
    current_version = store.get_state().context_version
${inside("❌ Ignoring Version Conflicts")}
    new_state = {"by": "the second"}
    try:
${indent(inside("❌ Ignoring Version Conflicts #2"))}
    except VersionConflictError:
        return store.get_state().data

def repeats(ctx, inputs, context_id, store):
    runs = []
    class message: id, text = "msg-1", "hello"
    def process(message):
        runs.append(message.text)
        return len(runs)
    def get_cached_result(id):
        return "cached " + id
${inside("❌ Unbounded Retries Without Dedupe")}
${inside("❌ Unbounded Retries Without Dedupe #2")}
    first = result
${inside("❌ Unbounded Retries Without Dedupe #2")}
    return {"runs": len(runs), "first": first, "last": result}
`;
}

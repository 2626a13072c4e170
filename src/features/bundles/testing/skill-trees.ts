import type { Tree } from "./make-tree.ts";

/** A folder of a skill with this front matter beside its name. */
export function skillTree(name: string, front: string, files: Tree): Tree {
  return {
    "SKILL.md": `---\nname: ${name}\nversion: 1.0.0\ndescription: Does ${name}.\n${front}\n---\n# ${name}\n`,
    ...files,
  };
}

const INFER_FRONT = `autonomy_level: READ
side_effects: [fs]
timeout_seconds: 30
failure_modes: [parse_error, odd_mode]
input_schema:
  type: object
  required: [correlation_id, parsed_sections, source_type]
  properties:
    correlation_id: {type: string}
    parsed_sections: {type: object, description: What was parsed.}
    source_type: {type: string, enum: [TYPE1, TYPE2], description: TYPE1 or TYPE2}
output_schema: {type: object, required: [operations]}
required_artifacts: [{name: inferred_schema.json, type: json, description: The schema.}]
interaction_outcomes:
  allowed_intermediate_states: [input_required]
  max_turns: 4
  supports_resume: true
  state_persistence: full_events
  input_request_jsonschema:
    type: object
    required: [missing_fields]
    properties: {missing_fields: {type: array}, reason: {type: string}}`;

const IN_TYPESCRIPT = `
import { writeFileSync } from "node:fs";
import { join } from "node:path";

type Section = { content: string };

export default function run(ctx: any): object {
  const { parsed_sections: sections, source_type: type } = ctx.inputs;
  if (Object.keys(sections).length === 0) {
    const field = { name: "parsed_sections", type: "object", description: "What was parsed." };
    return { state: "INPUT_REQUIRED", input_request: { missing_fields: [field], reason: "Sections are empty." } };
  }
  if (sections.code.length === 0) {
    return { state: "failed", errors: [{ code: "parse_error", message: "No code." }] };
  }
  ctx.checkDeadline();
  ctx.log("inferred", { turn: ctx.turn, left: ctx.timeRemaining() > 0 });
  ctx.putFact("schema", "type", type);
  const operations = sections.code.flatMap(({ content }: Section) =>
    [...content.matchAll(/function (\\w+)/g)].map((match) => match[1]),
  );
  writeFileSync(join(ctx.artifacts_dir, "inferred_schema.json"), JSON.stringify(operations));
  return { operations, seen: { correlation: ctx.inputs.correlation_id, first: ctx.facts.schema.type } };
}
`;

const IN_PYTHON = `
import json
import re
from dataclasses import dataclass, field
from enum import Enum


class TaskState(Enum):
    INPUT_REQUIRED = "input_required"
    FAILED = "failed"


@dataclass
class Request:
    missing_fields: list = field(default_factory=list)
    reason: str = ""


class Response:
    def __init__(self, state, input_request=None, errors=None):
        self.state = state
        self.input_request = input_request
        self.errors = errors or []


def execute_infer(ctx):
    sections = ctx.inputs.get("parsed_sections")
    if not sections:
        missing = [{"name": "parsed_sections", "type": "object", "description": "What was parsed."}]
        return Response(TaskState.INPUT_REQUIRED, Request(missing, "Sections are empty."))
    if not sections["code"]:
        return Response(TaskState.FAILED, errors=[{"code": "parse_error", "message": "No code."}])
    ctx.check_deadline()
    ctx.log("inferred", {"turn": ctx.turn, "left": ctx.time_remaining() > 0})
    ctx.put_fact("schema", "type", ctx.inputs["source_type"])
    operations = [name for one in sections["code"] for name in re.findall(r"function (\\w+)", one["content"])]
    (ctx.artifacts_dir / "inferred_schema.json").write_text(json.dumps(operations))
    seen = {"correlation": ctx.correlation_id, "first": ctx.facts["schema"]["type"]}
    return {"operations": operations, "seen": seen}
`;

/** Asks as schema-infer does, and infers less. */
export const INFER = {
  ts: skillTree("infer", INFER_FRONT, { "impl.ts": IN_TYPESCRIPT }),
  py: skillTree("infer", INFER_FRONT, { "impl.py": IN_PYTHON }),
} as const;

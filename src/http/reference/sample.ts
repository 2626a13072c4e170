import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";

export type Sampler = (schema: JsonValue) => JsonValue;

const WHEN = "2026-11-17T09:30:00.000Z";

/** What stands in an answer under these names, where the schema says only "a string". */
const ID = "019a9090-5c6e-7c1f-8c1b-3f6f1f0a2b11";
const HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0bb22cd15d6c15b0f00a08";

/** What stands in an answer under these names, where the schema says only "a string". */
const SAMPLES: ReadonlyMap<string, JsonValue> = new Map<string, JsonValue>([
  ["Agent.id", `agent_${ID}`],
  ["Approval.id", `appr_${ID}`],
  ["AuditRecord.id", `aud_${ID}`],
  ["Capability.id", "test_math"],
  ["Message.id", `msg_${ID}`],
  ["Session.id", `session_${ID}`],
  ["SessionEvent.id", `evt_${ID}`],
  ["Token.id", `token_${ID}`],
  ["ToolCall.id", `inv_${ID}`],
  ["Agent.name", "clerk"],
  ["Secret.name", "DESK_KEY"],
  ["Token.name", "nightly-report"],
  ["SessionFile.name", "report.csv"],
  ["Person.id", "prn_owner"],
  ["Person.name", "owner"],
  ["Principal.id", "prn_owner"],
  ["Principal.name", "owner"],
  ["principal_id", "prn_owner"],
  ["session_id", `session_${ID}`],
  ["agent_id", `agent_${ID}`],
  ["invocation_id", `inv_${ID}`],
  ["approval_ids", [`appr_${ID}`]],
  ["tool_id", "builtin:test_math:add"],
  ["capability_id", "test_math"],
  ["source_id", "test_math"],
  ["id", "test_math"],
  ["wire_name", "add"],
  ["name", "add"],
  ["by", "owner"],
  ["title", "The sum"],
  ["description", "Adds two numbers."],
  ["system_prompt", "You are a clerk."],
  ["content", "2 + 3 is 5."],
  ["text", "2 + 3 is 5."],
  ["reason", "The profile asks before a call of this risk."],
  ["message", "There is no such city."],
  ["code", "INPUT_INVALID"],
  ["token", "cap_…"],
  ["version", "1.0.0"],
  ["digest", HASH],
  ["hash", HASH],
  ["previous", HASH],
  ["path", "/outputs/report.csv"],
  ["mime", "text/csv"],
  ["inputs", { a: 2, b: 3 }],
  ["input", { a: 2, b: 3 }],
  ["outputs", { result: 5 }],
  ["preview", { would_send_to: "ada@example.com" }],
  ["input_schema", { type: "object", properties: { a: { type: "number" } } }],
  ["capabilities", ["current_time", "test_math"]],
  ["Secret.tools", ["builtin:test_math:*"]],
  ["examples", ["add {a} and {b}"]],
  ["model", "anthropic/claude-sonnet-4-5"],
]);

/** Of what may be left out, these make an example clearer. */
const SHOWN: ReadonlySet<string> = new Set(["outputs", "model", "mime", "preview", "expires_at"]);

/** Makes an answer that fits its schema, with values a reader can imagine. */
export function createSampler(schemas: ReadonlyMap<string, JsonValue>): Sampler {
  function sample(schema: JsonValue, noun: string, name: string): JsonValue {
    if (!isJsonObject(schema)) return {};
    if (typeof schema.$ref === "string") {
      const next = schema.$ref.split("/").at(-1) ?? "";
      return next === "Json"
        ? (SAMPLES.get(name) ?? {})
        : sample(schemas.get(next) ?? {}, next, name);
    }
    if (schema.const !== undefined) return schema.const;
    if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
    const known = SAMPLES.get(`${noun}.${name}`) ?? SAMPLES.get(name);
    if (known !== undefined && fits(known, schema)) return known;
    const choices = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(choices)) return sample(choices[0] ?? {}, noun, name);
    if (schema.type === "array") return [sample(schema.items ?? {}, noun, name)];
    if (isJsonObject(schema.properties)) {
      const needed = Array.isArray(schema.required) ? schema.required : [];
      const fields = Object.entries(schema.properties).filter(
        ([key]) => needed.includes(key) || SHOWN.has(key),
      );
      return Object.fromEntries(fields.map(([key, field]) => [key, sample(field, noun, key)]));
    }
    if (schema.type === "object") return {};
    return plain(schema, name);
  }
  return (schema) => sample(schema, "", "");
}

/** As far as anything under these names can be wrong: its type, what it is a list of, its pattern. */
function fits(value: JsonValue, { type, anyOf, items, pattern }: JsonObject): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((it) => isJsonObject(it) && fits(value, it));
  if (Array.isArray(value)) {
    return type === "array" && !(isJsonObject(items) && isJsonObject(items.properties));
  }
  if (type !== typeof value) return false;
  return typeof pattern !== "string" || new RegExp(pattern).test(String(value));
}

function plain({ type, minimum }: JsonObject, name: string): JsonValue {
  if (type === "boolean") return true;
  if (type === "integer") return typeof minimum === "number" && minimum > 1 ? minimum : 1;
  if (type === "number") return 12;
  if (type !== "string") return null;
  return /(_at|^at|^ts|^since|^from|^to)$/.test(name) ? WHEN : "…";
}

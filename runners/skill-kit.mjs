// What a skill in TypeScript or JavaScript says with: `import { completed } from "capstan/skill"`.
// capstan_skill.py has the same names for Python.

const MAX_FIXES = 3;
const NO_ADVISOR = "The contract of this skill does not let it ask a model.";

export function completed(outputs = {}) {
  return { state: "completed", outputs };
}

export function failed(message, code) {
  return { state: "failed", errors: [{ message, ...(code !== undefined && { code }) }] };
}

export function escalated(message, report = {}) {
  return { state: "escalated", errors: [{ message }], outputs: { report } };
}

export function inputRequired(fields, reason = "") {
  const missing = fields.map((field) => (typeof field === "string" ? { name: field } : field));
  return { state: "input_required", input_request: { missing_fields: missing, reason } };
}

export function confirm(prompt, preview = null) {
  return { state: "input_required", confirmation: { prompt, preview } };
}

export function delegate(target, inputs = {}) {
  return { state: "delegating", delegation_target: target, delegation_inputs: inputs };
}

export function pause(reason = "") {
  return { state: "paused", input_request: { reason } };
}

export function fact(ctx, bucket, key, otherwise = null) {
  const of = Object.hasOwn(ctx.facts, bucket) ? ctx.facts[bucket] : {};
  return Object.hasOwn(of, key) ? of[key] : otherwise;
}

export function putFact(ctx, bucket, key, value, ttlSeconds) {
  ctx.putFact(bucket, key, value, ttlSeconds);
}

export function event(ctx, type, payload = null) {
  ctx.log(type, payload);
}

export async function askModel(ctx, question, demands = {}) {
  if (typeof ctx.askModel !== "function") return { state: "refused", reason: NO_ADVISOR };
  return ctx.askModel(question, demands);
}

// Counted in the run's facts, so that a restart does not begin anew.
export function nextFix(ctx, most = MAX_FIXES) {
  const number = Number(fact(ctx, "fix", "attempts", 0)) + 1;
  if (number > Math.min(most, ctx.max_fix_iterations ?? MAX_FIXES)) return null;
  putFact(ctx, "fix", "attempts", number);
  return number;
}

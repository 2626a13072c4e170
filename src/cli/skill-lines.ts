import type { Context, Skill } from "../http/client/wire.ts";
import { columns } from "./columns.ts";
import { saidHere } from "./said-here.ts";
import { titled } from "./titled.ts";

export function skillLines(skill: Skill): string[] {
  const { contract } = skill;
  const facts: [string, string][] = [
    ["skill", skill.name],
    ["capability", skill.capability_id],
    ["version", skill.version],
    ...(contract
      ? ([
          ["may answer", ["completed", ...contract.allowed_intermediate_states].join(", ")],
          ["turns", `${contract.max_turns} at most`],
          ["time", `${contract.timeout_seconds} s for each turn`],
          ["writes", contract.writes],
          ["remembers", contract.state_persistence],
        ] satisfies [string, string][])
      : []),
  ];
  return [
    ...columns(facts),
    ...titled("description", skill.description === "" ? [] : [skill.description]),
    ...titled("problem", skill.problem === null ? [] : [saidHere(skill.problem)]),
    ...titled("notes", skill.warnings),
  ];
}

export function cancelledLines({ id, state, outcome, children }: Context): string[] {
  if (outcome?.error?.code !== "CANCELLED") {
    return [`The run in ${id} was over before: ${state}. Nothing was changed.`];
  }
  const below = children.filter((child) => !child.is_delivered);
  return [
    `${id}: ${outcome.error.message}`,
    ...below.map((child) => `It had handed over to ${child.target}, which is ${child.state}.`),
  ];
}

export function contextLines(context: Context): string[] {
  return [
    ...columns([
      ["context", context.id],
      ...(context.skill === null ? [] : ([["skill", context.skill]] satisfies [string, string][])),
      ["state", context.state],
      ["turn", String(context.turn)],
      ["version", String(context.version)],
    ]),
    ...titled("ended with", context.outcome?.error ? [context.outcome.error.message] : []),
    ...titled("waits for", context.input_request ? [context.input_request.reason] : []),
    ...titled(
      "handed over to",
      context.children.map((child) => `${child.target} (${child.context_id}): ${child.state}`),
    ),
    ...(context.is_earlier_version
      ? ["The skill has changed since this run began. It goes on with what it began with."]
      : []),
    ...titled("summary", context.summary === "" ? [] : [context.summary]),
    ...titled(
      "facts",
      context.facts.map(({ bucket, key, value }) => `${bucket}/${key}: ${JSON.stringify(value)}`),
    ),
    ...titled(
      "events",
      context.events.map(({ turn, type, payload }) => `${turn} ${type} ${JSON.stringify(payload)}`),
    ),
  ];
}

import type { Explanation } from "../../http/client/wire.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { readInput } from "../read-input.ts";
import { shortJson } from "../shorten.ts";

const EXIT_BY_EFFECT = {
  allow: EXIT.done,
  ask: EXIT.waits,
  ask_admin: EXIT.waits,
  deny: EXIT.denied,
} as const;

/** Exits as the call itself would: 0 allowed, 3 asks, 4 denied. */
export const policyExplain: Run = async (args, context) => {
  const inputs = await readInput(args.get("input") ?? "{}", context.io);
  const [session, profile] = [args.get("session"), args.get("profile")];
  const client = await context.client();
  const answer = await client.request("POST /v1/policy/explain", {
    body: {
      tool_id: args.require("tool_id"),
      inputs,
      ...(session && { session_id: session }),
      ...(profile && { profile }),
      ...(args.has("dry-run") && { dry_run: true }),
    },
  });
  await context.print(answer, explanationLines);
  return EXIT_BY_EFFECT[answer.body.decision.effect];
};

const LEVELS = ["without an approval", "approved by a user", "approved by an admin"];

function explanationLines(explanation: Explanation): string[] {
  const { decision, levels, facts, would_change: changes } = explanation;
  return [
    `${decision.effect}: ${decision.reason} [${decision.rule}]`,
    ...levels.flatMap(({ level, allowed, rules, errors }) => [
      `${LEVELS[level]}: ${allowed ? "allowed" : "not allowed"}`,
      ...rules.map(
        ({ id, effect, file, line, reason }) => `  ${effect} ${id}  ${file}:${line}  ${reason}`,
      ),
      ...errors.map(({ rule, message }) => `  error in ${rule}: ${message}`),
      ...(rules.length + errors.length === 0 ? ["  no rule applies"] : []),
    ]),
    ...(Object.keys(facts).length > 0 ? [`facts: ${shortJson(facts, 400)}`] : []),
    ...(changes.length > 0 ? ["what would change it:"] : []),
    ...changes.map(({ change, effect }) => `  ${effect}: ${change}`),
  ];
}

import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../base/json.ts";
import type { ActionUnderTest, AgentUnderTest } from "./agent-conformance/agent-under-test.ts";
import { conformAgent } from "./agent-conformance/conform-agent.ts";
import { tryInPlace } from "./agent-conformance/test-place.ts";

type Wanted = {
  readonly name: string;
  /** As its manifest has them. */
  readonly actions: readonly {
    readonly name: string;
    readonly input_schema?: JsonObject;
    readonly effects?: readonly string[];
    readonly destructive?: boolean;
  }[];
  /** `tests/cases.json`, parsed. */
  readonly cases?: JsonValue;
  /** `run` of the agent's own file. */
  readonly run: (input: JsonObject) => unknown;
};

/**
 * The conformance suite for manifest agents over a function in this process; nothing holds it but the
 * function itself. `capstan capabilities test <folder>` runs the same suite in the sandbox.
 */
export function agentContract({ name, actions, cases, run }: Wanted): void {
  const agent: AgentUnderTest = {
    actions: actions.map(underTest),
    cases,
    run: (call, files) =>
      tryInPlace(files, call, async ({ action, params, dryRun, confirmed }, place) => {
        const { folder, workspace } = place;
        const context = {
          user: "tester",
          workspace,
          granted_paths: [folder, workspace],
          task_id: "test",
          dry_run: dryRun,
        };
        const sent = { ...params, ...(confirmed && { confirmed: true }) };
        const answer = await run({ action, params: sent, dry_run: dryRun, context });
        return JSON.parse(JSON.stringify(answer ?? null)) as JsonValue;
      }),
  };
  describe(`${name} honours the agent contract`, () => {
    test("every declared action keeps the rules", async () => {
      const items = await conformAgent(agent);
      expect(items.filter(({ state }) => state === "failed")).toEqual([]);
      expect(items.length).toBeGreaterThan(actions.length);
    });
  });
}

function underTest({ name, input_schema, effects = [], destructive }: Wanted["actions"][number]) {
  const changes = effects.some((one) => /(?:filesystem|fs)\.(?:write|move|delete)/.test(one));
  const destroys = effects.some((one) => /(?:filesystem|fs)\.(?:move|delete)/.test(one));
  const action: ActionUnderTest = {
    name,
    inputSchema: input_schema ?? { type: "object" },
    destructive: destructive ?? destroys,
    changes,
    usesNetwork: effects.some((one) => one.startsWith("network")),
  };
  return action;
}

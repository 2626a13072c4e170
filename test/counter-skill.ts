import type { JsonObject } from "../src/base/json.ts";
import type { FakeSkill } from "./fake-skills.ts";

export const FRONT = `autonomy_level: IMPLEMENT
side_effects: [fs]
state_persistence: full_events
interaction_outcomes: {allowed_intermediate_states: [input_required, delegating, paused], max_turns: 20}`;

/** For how long it remembers that it was there. */
export const SEEN_S = 60;

/** Waits until it is told that it is enough; counts each time its code runs. */
export function createCounter(front = FRONT): FakeSkill & { ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    front,
    run({ end, by, ask }, { run }) {
      ran.push(String(by));
      const { count = {}, seen = {} } = (run?.facts ?? {}) as Record<string, JsonObject>;
      const n = Number(count.n ?? 0) + 1;
      const remembered = {
        facts: [
          { bucket: "count", key: "n", value: n, ttlSeconds: null },
          { bucket: "seen", key: "lately", value: n, ttlSeconds: SEEN_S },
        ],
        events: [],
      };
      const outputs = { n, seen: seen.lately ?? null };
      if (end) return { state: "completed", outputs, remembered };
      if (ask === "worker" && run?.delegation) {
        return { state: "completed", outputs: { ...outputs, back: run.delegation }, remembered };
      }
      if (ask === "worker") {
        const delegation = { target: "worker", inputs: { by: "boss" } };
        return { state: "delegating", delegation, remembered };
      }
      const inputRequest = {
        kind: "fields" as const,
        reason: "More?",
        fields: [{ name: "end" }],
        partialOutputs: outputs,
      };
      return { state: "input_required", inputRequest, remembered };
    },
  };
}

import { expect, test } from "vitest";
import type { JsonObject } from "../../base/json.ts";
import { conformAgent } from "./conform-agent.ts";

const metadata = { files_affected: 0, bytes_affected: 0, duration_ms: 0, paths_accessed: [] };
const success = (said: string) => ({
  status: "success",
  action_performed: said,
  result: null,
  metadata,
});
const error = (code: string, message: string) => ({
  status: "error",
  error: { code, message },
  metadata,
});

/** What is said of one action that answers like this without a network. */
async function conform(answer: JsonObject, { usesNetwork = true, changed = [] as string[] } = {}) {
  const items = await conformAgent({
    actions: [{ name: "ask", inputSchema: {}, destructive: false, changes: true, usesNetwork }],
    async run({ action, dryRun }) {
      if (action !== "ask") return { answer: error("UNKNOWN_ACTION", "No."), changed: [] };
      if (dryRun) return { answer: success("Would ask"), changed: [] };
      return { answer, changed };
    },
  });
  return new Map(items.map(({ name, state, message }) => [name, [state, message]]));
}

const UNREACHED = error("HOST_UNREACHABLE", "I couldn't reach that address.");

test("I38, I39: an action that finds no network passes as far as it fails in plain words", async () => {
  const found = await conform(UNREACHED);
  expect(found.get("ask: happy path")).toEqual([
    "skipped",
    "A test has no network: it answered HOST_UNREACHABLE, in plain words. Try it by hand.",
  ]);
  expect([...found.values()].filter(([state]) => state === "failed")).toEqual([]);
  expect((await conform(success("Asked"))).get("ask: happy path")).toEqual(["passed", "1 case"]);
});

test.each([
  ["an exception's text", error("FAILED", "ConnectionError: refused"), {}],
  ["a change that it left behind", UNREACHED, { changed: ["folder/half.txt"] }],
  ["no network that it does not use", UNREACHED, { usesNetwork: false }],
])("I39: %s is no excuse", async (_what, answer, more) => {
  expect((await conform(answer, more)).get("ask: happy path")?.[0]).toBe("failed");
});

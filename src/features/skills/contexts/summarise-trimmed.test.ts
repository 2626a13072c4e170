import { expect, test } from "vitest";
import { type ContextEvent, KEPT } from "../../../schema/context.ts";
import { summariseTrimmed } from "./summarise-trimmed.ts";
import type { RunParts, Turn } from "./turn.ts";

const eventOf = (turn: number, text: string): ContextEvent => ({
  id: `evt_${turn}`,
  contextId: "c",
  type: "saw",
  payload: { text },
  turn,
  agentId: null,
  messageId: null,
  ts: "",
});

async function summaryOf(
  count: number,
  text: string,
  before = "",
  condense: (text: string) => Promise<string | null> = async () => null,
) {
  const events = Array.from({ length: count }, (_, index) => eventOf(index + 1, text));
  const gate = {
    store: { contexts: { events: async () => events } },
    report: () => {},
  } as unknown as RunParts["gate"];
  const turn = {
    contract: { state_persistence: "full_events" },
    memory: { before: { id: "c", summary: before } },
  } as unknown as Turn;
  const remembered = { facts: [], events: [{ type: "saw", payload: null }] };
  return (await summariseTrimmed({ gate, condense }, turn, { remembered })).summary;
}

test("S22, S32, S51, X22: what falls out of a log is kept in its run's summary, bounded", async () => {
  expect(await summaryOf(97, "small")).toBeUndefined();
  expect(await summaryOf(99, "small", "Before.")).toBe(
    'Before.\n1 saw {"text":"small"}\n2 saw {"text":"small"}',
  );
  const long = await summaryOf(100, "x".repeat(1_000), "y".repeat(KEPT.summaryLength));
  expect(long?.length).toBeLessThanOrEqual(KEPT.summaryLength);
  expect(long).toContain("3 saw");
});

test("S51: a model that summarises makes a long one shorter; one that fails changes nothing", async () => {
  const before = "y".repeat(KEPT.summaryLength / 2);
  expect(await summaryOf(100, "a", before, async () => "In short.")).toBe("In short.");
  const failing = await summaryOf(100, "a", before, () => Promise.reject(new Error("down")));
  expect(failing).toContain("1 saw");
});

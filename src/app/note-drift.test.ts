import { afterEach, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { noteDrift } from "./note-drift.ts";

let harness: Harness;
afterEach(() => harness.close());

const ADD = "builtin:test_math:add";
const seen = async () =>
  (await harness.store.seenTools.list()).find(({ toolId }) => toolId === ADD);

test("A99, C14: what a tool was when it was first met stays known, and a change is on record", async () => {
  harness = await openHarness();
  const tool = harness.gate.catalog.getTool(ADD);
  const { digest = "" } = tool ?? {};
  expect(await seen()).toMatchObject({ firstDigest: digest, digest, changedAt: null });
  expect(await harness.audited()).toEqual([]);

  harness.clock.advance(1_000);
  const changed = { ...harness.gate, catalog: withDigest(harness, "sha256:other") };
  await noteDrift(changed);
  await noteDrift(changed);
  expect(await seen()).toMatchObject({
    firstDigest: digest,
    digest: "sha256:other",
    changedAt: "2026-01-02T03:04:06.000Z",
  });
  expect(await harness.records()).toMatchObject([
    { type: "tool.changed", data: { tool_id: ADD, from: digest, to: "sha256:other" } },
  ]);
});

function withDigest({ gate: { catalog } }: Harness, digest: string): Harness["gate"]["catalog"] {
  const listTools: typeof catalog.listTools = (filter) =>
    catalog.listTools(filter).map((tool) => (tool.toolId === ADD ? { ...tool, digest } : tool));
  return { ...catalog, listTools };
}

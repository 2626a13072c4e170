import { afterEach, beforeEach, expect, test } from "vitest";
import { openTestStore } from "../../../../test/open-test-store.ts";
import type { Tool } from "../../../schema/tool.ts";
import type { Store } from "../../../stores/store.ts";
import { makeTool } from "../../../testing/make-tool.ts";
import { createToolNames } from "./tool-names.ts";

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const of = (sourceId: string, name: string): Tool =>
  makeTool({ toolId: `mcp:${sourceId}:${name}`, capabilityId: `mcp:${sourceId}`, name, sourceId });
const [a, b] = [of("a", "search"), of("b", "search")];

/** As a server that was just started gives them. */
const named = async (...tools: Tool[]) => {
  const names = await createToolNames(store)(tools);
  return tools.map(({ toolId }) => names.get(toolId));
};

test("F43: a restart beside another server with the same tool name moves no name", async () => {
  expect(await named(a)).toEqual(["search"]);
  expect(await named(b, a)).toEqual(["b_search", "search"]);
  expect(await named(a, b)).toEqual(["search", "b_search"]);
});

test("F43: the name of a tool that is gone means no other tool, and comes back with it", async () => {
  expect(await named(a)).toEqual(["search"]);
  expect(await named(b)).toEqual(["b_search"]);
  expect(await named(a, b)).toEqual(["search", "b_search"]);
});

test("F43: digits stand in a name only where two meet", async () => {
  expect(await named(of("a", "file.read"), of("b", "x".repeat(64)))).toEqual([
    "file_read",
    "x".repeat(50),
  ]);
  // Together with a prefix such as mcp__capstan__ a name has 64 characters at most.
  const [same = "", ...others] = await named(of("c", "x".repeat(63)), of("c", "y"), of("c", "y z"));
  expect(same).toMatch(/^c_x{48}$/);
  expect(others).toEqual(["y", "y_z"]);
  expect(await named(of("d.d", "y z"), of("d-d", "y z"), of("d/d", "y z"))).toEqual([
    expect.stringMatching(/^y_z_[0-9a-f]{8}$/),
    "d-d_y_z",
    expect.stringMatching(/^y_z_[0-9a-f]{8}$/),
  ]);
});

test("F43: two servers of a fleet give one name to a tool", async () => {
  const both = await Promise.all([createToolNames(store)([a, b]), createToolNames(store)([b, a])]);
  expect(both[0]).toEqual(both[1]);
  expect([...both[0].values()].toSorted()).toEqual(["a_search", "b_search"]);
});

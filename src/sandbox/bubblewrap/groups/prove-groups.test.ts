import { expect, test } from "vitest";
import type { BoxGroup } from "./box-group.ts";
import type { Controller } from "./find-trees.ts";
import { openGroups } from "./open-groups.ts";
import { countsKernelMemory } from "./prove-groups.ts";

/** Control groups that count this much for each step of the proof. */
function groupsThatSee(seen: readonly number[]) {
  const left = [...seen];
  const removed: string[] = [];
  const group: BoxGroup = {
    enter: async () => {},
    use: () => ({ cpuS: 0, wasRefused: false, ended: null }),
    kernelBytes: () => left.shift() ?? 0,
    remove: async () => void removed.push("group"),
  };
  const forms = new Map<Controller, 1 | 2>([["memory", 1]]);
  return { groups: { forms, make: async () => group }, removed };
}

test.each([
  ["all of it", [0, 1e9, 2e9, 3e9], true],
  ["no sockets", [0, 0, 1e9, 2e9], false],
  ["no connections", [0, 1e9, 1e9, 2e9], false],
  ["no pipes", [0, 1e9, 2e9, 2e9], false],
])("F03: memory of the kernel is counted where a group sees %s: %j", async (_, seen, counts) => {
  const { groups, removed } = groupsThatSee(seen);
  expect(await countsKernelMemory(groups, process.execPath)).toBe(counts);
  expect(removed).toEqual(["group"]);
});

test("F03: without a program to prove it, memory does not count as counted", async () => {
  const { groups } = groupsThatSee([0, 1e9, 2e9, 3e9]);
  expect(await countsKernelMemory(groups, "/nowhere/node")).toBe(false);
});

test("F03: the proof leaves no group behind", async () => {
  const groups = await openGroups({ totalBytes: 1024 ** 3 });
  if (groups.forms.has("memory")) {
    expect(await countsKernelMemory(groups, process.execPath)).toBeTypeOf("boolean");
  }
  expect(await countsKernelMemory({ ...groups, forms: new Map() }, process.execPath)).toBe(false);
});

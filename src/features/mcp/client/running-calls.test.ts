import { expect, test } from "vitest";
import type { McpCall } from "../mcp-client.ts";
import { createRunningCalls } from "./running-calls.ts";

const callOf = (tool: string) => ({ tool }) as McpCall;

test("F42: a question belongs to the call that is left when all others were answered", async () => {
  const calls = createRunningCalls(new Set());
  const [asks, reads, lists] = ["asks", "reads", "lists"].map(callOf) as [
    McpCall,
    McpCall,
    McpCall,
  ];
  for (const call of [asks, reads, lists]) calls.add(call);
  const asker = calls.asker();
  calls.end(reads, true);
  calls.end(lists, true);
  expect(await asker).toBe(asks);
  // A call beside it has a connection of its own, and so has its next one beside others.
  expect(calls.mayJoin("reads")).toBe(false);
  calls.end(asks, true);
  expect(calls.mayJoin("asks")).toBe(true);
  calls.add(reads);
  expect(calls.mayJoin("lists")).toBe(true);
  expect(calls.mayJoin("asks")).toBe(false);
});

test("F42: a question belongs to no call when one that may have asked it was cut short", async () => {
  const calls = createRunningCalls(new Set());
  const [asks, reads] = ["asks", "reads"].map(callOf) as [McpCall, McpCall];
  calls.add(asks);
  calls.add(reads);
  const asker = calls.asker();
  calls.end(asks, false);
  expect(await asker).toBeUndefined();
});

test("F42: calls that ask at the same time do not share a connection again", async () => {
  const calls = createRunningCalls(new Set());
  const [one, two] = ["one", "two"].map(callOf) as [McpCall, McpCall];
  calls.add(one);
  calls.add(two);
  expect(await Promise.all([calls.asker(), calls.asker()])).toEqual([undefined, undefined]);
  calls.end(one, true);
  expect(calls.mayJoin("one")).toBe(false);
});

test("F42: a question without any call belongs to none", async () => {
  expect(await createRunningCalls(new Set()).asker()).toBeUndefined();
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ExecutionStatus } from "../../schema/execution-status.ts";
import { TaskState } from "../../schema/task-state.ts";

const read = (name: string) =>
  readFileSync(new URL(`../../../runners/${name}`, import.meta.url), "utf8");
const names = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? "").sort();

test("the kits of both languages, and the types of the one, have the same functions", () => {
  const code = names(read("skill-kit.mjs"), /^export (?:async )?function (\w+)/gm);
  expect(code).toEqual(
    "askModel completed confirm delegate escalated event fact failed inputRequired nextFix pause putFact".split(
      " ",
    ),
  );
  expect(names(read("skill-kit.d.mts"), /^export function (\w+)/gm)).toEqual(code);
  const snake = code.map((name) => name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`));
  expect(names(read("capstan_skill.py"), /^def (\w+)/gm)).toEqual(snake.sort());
});

test("S4, S17, S18: the module `runtime` has the states and statuses of the schema", () => {
  const enums = read("runtime/protocol.py").split(/^class /m);
  const valuesOf = (name: string) =>
    names(enums.find((text) => text.startsWith(`${name}(`)) ?? "", /^ {4}[A-Z_]+ = "(\w+)"$/gm);
  expect(valuesOf("TaskState")).toEqual(TaskState.options.toSorted());
  expect(valuesOf("ExecutionStatus")).toEqual(ExecutionStatus.options.toSorted());
});

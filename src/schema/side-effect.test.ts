import { expect, test } from "vitest";
import { Trust } from "./capability.ts";
import { SideEffect } from "./side-effect.ts";

test("C38, X12: one vocabulary of effects: the seventeen, and four more", () => {
  const [first, more] = [SideEffect.options.length - 4, 4];
  expect({ first, more }).toEqual({ first: 17, more: 4 });
  for (const effect of ["fs.move", "display", "system.processes", "system.hardware"]) {
    expect(SideEffect.safeParse(effect).success).toBe(true);
  }
});

test("X13: trust is named, never numbered", () => {
  expect(Trust.options).toEqual(["builtin", "local", "local-mcp", "remote"]);
});

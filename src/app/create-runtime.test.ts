import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createRuntime } from "./create-runtime.ts";

const ADD = "builtin:test_math:add";

test("a file has one runtime at a time; the next one goes on where it closed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-runtime-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = join(folder, "app.db");
  const first = await createRuntime({ database });
  const { id } = await first.sessions.open();
  await expect(createRuntime({ database })).rejects.toMatchObject({
    code: "HOME_OWNED",
    message: expect.stringContaining(database),
  });
  expect(await first.invoke(ADD, { a: 1, b: 2 })).toMatchObject({ state: "completed" });
  await first.close();

  const second = await createRuntime({ database });
  expect(await second.sessions.get(id)).toMatchObject({ id });
  await second.close();
});

test("a runtime that cannot be opened gives its file back", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-runtime-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = join(folder, "app.db");
  const broken = { database, permissions: { allow: ["no such pattern ("] } };
  await expect(createRuntime(broken)).rejects.toThrow();
  const runtime = await createRuntime({ database });
  await runtime.close();
});

const DELETE = "builtin:session_file_system:delete_file";

test("C26: the library says what would be decided, in the words of the abstraction layer", async () => {
  const runtime = await createRuntime({ permissions: { deny: ["builtin:test_math:divide"] } });
  onTestFinished(() => runtime.close());
  const check = runtime.policy.checkAllowed;
  expect(await check(ADD, { a: 1, b: 2 })).toEqual({
    allowed: true,
    reason: expect.any(String),
    requiresApproval: false,
    approvalContext: null,
  });
  expect(await check("builtin:test_math:divide", { a: 1, b: 2 })).toEqual({
    allowed: false,
    reason: expect.stringContaining("deny"),
    requiresApproval: false,
    approvalContext: null,
  });
  expect(await check(DELETE, { path: "/a.txt" })).toEqual({
    allowed: false,
    reason: expect.any(String),
    requiresApproval: true,
    approvalContext: {
      toolId: DELETE,
      inputs: { path: "/a.txt" },
      level: "user",
      riskLevel: "HIGH",
      riskReasons: expect.any(Array),
      sideEffectTags: ["fs.delete"],
      rule: expect.any(String),
    },
  });
  expect(await runtime.approvals.list()).toEqual([]);
  await expect(check(ADD, { a: "x" })).rejects.toMatchObject({ code: "INPUT_INVALID" });
  await expect(check("builtin:no:such", {})).rejects.toMatchObject({ code: "TOOL_NOT_FOUND" });
});

test.each([
  ["risk", DELETE, false],
  ["governed", DELETE, true],
  ["governed", ADD, false],
] as const)("C46: under %s calls of %s need a frozen spec: %s", async (profile, tool, frozen) => {
  const runtime = await createRuntime({ profile });
  onTestFinished(() => runtime.close());
  expect(runtime.policy.requiresSpecFreezing(tool)).toBe(frozen);
  expect(runtime.policy.requiresAdminApproval(ADD)).toBe(false);
});

test("X8: a call that waits can be run with another input, and the record says so", async () => {
  const runtime = await createRuntime({ profile: "strict" });
  onTestFinished(() => runtime.close());
  await runtime.invoke(ADD, { a: 1, b: 2 });
  const [asked] = await runtime.approvals.list();
  const inputs = { a: 20, b: 22 };
  expect(await runtime.approvals.run(asked?.id ?? "", { inputs })).toMatchObject({
    approval: { state: "used", inputs, edited: { by: "owner", inputs: { a: 1, b: 2 } } },
    outcome: { state: "completed", outputs: { result: 42 }, ranWith: inputs },
  });
});

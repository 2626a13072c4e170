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

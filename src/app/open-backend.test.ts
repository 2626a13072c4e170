import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { openBackend } from "./open-backend.ts";

const folder = mkdtempSync(join(tmpdir(), "capstan-backend-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (env: NodeJS.ProcessEnv) =>
  openBackend({ env, database: join(folder, "capstan.db"), report: () => {} });

describe("S35: the store is chosen by the environment", () => {
  test("S35, S36: SQLite without a word, and where it is named", async () => {
    for (const env of [{}, { STATE_STORE_BACKEND: "sqlite", DATABASE_URL: "postgres://nowhere" }]) {
      const { store, shared } = await open(env);
      await store.ping();
      expect(shared).toBeUndefined();
      expect(store.backup).toBeDefined();
      await store.close();
    }
  });

  test("S35, S36: PostgreSQL where an address is given, with a queue that others share", async () => {
    const DATABASE_URL = await emptySchema();
    for (const env of [{ DATABASE_URL }, { DATABASE_URL, STATE_STORE_BACKEND: "postgres" }]) {
      const { store, shared } = await open(env);
      await store.ping();
      expect(shared).toBeDefined();
      await shared?.stop();
      await store.close();
    }
  });

  test.each([
    [{ STATE_STORE_BACKEND: "postgres" }, "DATABASE_URL"],
    [{ STATE_STORE_BACKEND: "mongodb" }, '"mongodb"'],
  ])("S35: %o is refused, and says what to set", async (env, said) => {
    await expect(open(env)).rejects.toThrow(said);
  });

  test("an address that nobody answers at is an error that does not show its password", async () => {
    const refused = open({ DATABASE_URL: "postgres://me:hunter22@127.0.0.1:1/none" });
    await expect(refused).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    await expect(refused).rejects.not.toThrow(/hunter22/);
  });
});

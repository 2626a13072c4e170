import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { restore } from "../../src/app/restore.ts";
import type { Args } from "../../src/cli/args.ts";
import type { Io } from "../../src/cli/command.ts";
import { startLive } from "../live-server.ts";

const folder = mkdtempSync(join(tmpdir(), "capstan-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ADMIN = { CAPSTAN_ADMIN_KEY: "the-admin-key" };
type Listed = { items: { id: string; title: string }[] };

function io(home: string, said: string[]): Io {
  return {
    out: (line) => void said.push(line),
    err: (line) => void said.push(line),
    env: { CAPSTAN_HOME: home },
    isTty: false,
    isTyped: false,
    hasColour: false,
    width: undefined,
    errWidth: undefined,
    now: () => Date.parse("2026-03-01T10:00:00.000Z"),
    readStdin: async () => "",
    terminal: () => undefined,
    askHidden: async () => undefined,
    write: () => {},
    ask: async () => "ended",
    onInterrupt: () => {},
    close: async () => {},
  };
}

const fileArg = (file: string) => ({ require: () => file }) as unknown as Args;

describe("a backup", () => {
  test("is made under load, restored, and everything up to it is there and verifies", async () => {
    const home = mkdtempSync(join(tmpdir(), "capstan-backed-"));
    const settings = { audit: { keep_checkpoints: "checkpoints.jsonl" } };
    const live = await startLive({ home, env: ADMIN, settings });
    const add = (title: string) => live.call("POST", "/v1/sessions", { title });
    await add("before");
    const file = join(folder, "copy.db");
    const [made] = await Promise.all([
      live.call("POST", "/v1/backup", { path: file }, "the-admin-key"),
      ...Array.from({ length: 20 }, (_, n) => add(`during ${n}`)),
    ]);
    expect(made).toMatchObject({ status: 200, body: { path: file } });
    await add("after");
    const again = await live.call("POST", "/v1/backup", { path: file }, "the-admin-key");
    expect(again).toMatchObject({ status: 422 });
    expect((await live.call("POST", "/v1/backup", { path: file })).status).toBe(403);

    const said: string[] = [];
    await expect(restore(fileArg(file), io(home, said), false)).rejects.toMatchObject({
      code: "HOME_OWNED",
    });
    await live.stop();
    expect(await restore(fileArg(file), io(home, said), false)).toBe(0);
    expect(said.join("\n")).toContain("every chain verifies");
    expect(said.join("\n")).toMatch(/the one you kept is \d+: it was rolled back or cut/);
    const back = await startLive({ home, env: ADMIN });
    const { body } = await back.call<Listed>("GET", "/v1/sessions?limit=100");
    const titles = body.items.map(({ title }) => title);
    expect(titles).toContain("before");
    expect(titles).not.toContain("after");
    // The file of the kept checkpoints goes further than the backup, until its owner puts it aside.
    const verify = () => back.call("GET", "/v1/audit/verify");
    expect((await verify()).body).toMatchObject({
      ok: false,
      first_bad: { stream: "checkpoints" },
    });
    rmSync(join(home, "checkpoints.jsonl"));
    expect((await verify()).body).toMatchObject({ ok: true });
    await back.stop();
    rmSync(home, { recursive: true, force: true });
  });

  test("that is broken, or of another master key, replaces nothing", async () => {
    const home = mkdtempSync(join(tmpdir(), "capstan-backed-"));
    const live = await startLive({ home, env: ADMIN });
    await live.call("POST", "/v1/sessions", { title: "mine" });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await live.stop();
    const broken = join(folder, "broken.db");
    writeFileSync(broken, "not a database at all, but long enough to be looked at ".repeat(20));
    await expect(restore(fileArg(broken), io(home, []), false)).rejects.toThrow();
    const other = await startLive({ env: ADMIN });
    await other.call("POST", "/v1/sessions", {});
    const foreign = join(folder, "foreign.db");
    await other.call("POST", "/v1/backup", { path: foreign }, "the-admin-key");
    await other.stop();
    expect(existsSync(foreign)).toBe(true);
    const back = await startLive({ home, env: ADMIN });
    const { body } = await back.call<Listed>("GET", "/v1/sessions");
    expect(body.items.map(({ title }) => title)).toEqual(["mine"]);
    await back.stop();
    rmSync(home, { recursive: true, force: true });
  });
});

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { longTest } from "../../test/runs.ts";
import { fakeLaunch, SERVING } from "./testing/fake-launch.ts";
import { type Routes, startFakeServer } from "./testing/fake-server.ts";
import { run } from "./testing/run-cli.ts";

const LIST = ["tools", "list"];
const ALIVE: Routes = {
  "GET /healthz": { body: { status: "ok", version: "1" } },
  "GET /v1/tools": { body: { items: [], total: 0 } },
};

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "capstan-home-"));
});
afterEach(() => rmSync(home, { recursive: true }));

const writeEntry = (url: string, pid: number) =>
  writeFileSync(join(home, "serve.json"), JSON.stringify({ url, pid }));

describe("findServer", () => {
  test("uses the server that serve.json names, with the key of the home", async () => {
    await using server = await startFakeServer(ALIVE);
    writeEntry(server.url, process.pid);
    writeFileSync(join(home, "api-key"), "secret\n");
    const { code, err } = await run(LIST, { env: { CAPSTAN_HOME: home } });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(server.seen.map(({ url, authorization }) => [url, authorization])).toEqual([
      ["/healthz", undefined],
      ["/v1/tools", "Bearer secret"],
    ]);
  });

  test("starts a server when none runs, says so, and passes on what it prints", async () => {
    using fake = fakeLaunch(home, SERVING);
    const { code, out, err } = await run(LIST, {
      env: { CAPSTAN_HOME: home },
      launch: fake.launch,
    });
    expect({ code, out }).toEqual({ code: 0, out: "None." });
    expect(err.split("\n")).toEqual([
      "Admin key (shown once): \\u{1b}[1mtop-secret",
      expect.stringMatching(
        /^Started Capstan in the background at http:\/\/127\.0\.0\.1:\d+; it ends after 300 idle seconds\.$/,
      ),
    ]);
    expect(fake.children[0]?.exitCode).toBeNull();
  });

  test("sends no key to a process that took the port of a server that is gone", async () => {
    await using stranger = await startFakeServer(ALIVE);
    writeEntry(stranger.url, spawnSync(process.execPath, ["-e", "0"]).pid);
    using fake = fakeLaunch(home, SERVING);
    const { code } = await run(LIST, { env: { CAPSTAN_HOME: home }, launch: fake.launch });
    expect({ code, seen: stranger.seen }).toEqual({ code: 0, seen: [] });
  });

  test("starts another when the one that is named does not answer", async () => {
    writeEntry("http://127.0.0.1:1", process.pid);
    using fake = fakeLaunch(home, SERVING);
    const { code } = await run(LIST, { env: { CAPSTAN_HOME: home }, launch: fake.launch });
    expect(code).toBe(0);
  });

  test.each(["", "{", "[]", '{"url":1,"pid":1}'])("survives %j in serve.json", async (text) => {
    writeFileSync(join(home, "serve.json"), text);
    using fake = fakeLaunch(home, SERVING);
    const { code } = await run(LIST, { env: { CAPSTAN_HOME: home }, launch: fake.launch });
    expect(code).toBe(0);
  });

  longTest(
    "waits for one that starts slowly, and says so: its key is shown only once",
    async () => {
      using fake = fakeLaunch(home, `setTimeout(() => {${SERVING}}, 11_000);`);
      const { code, err } = await run(LIST, { env: { CAPSTAN_HOME: home }, launch: fake.launch });
      expect(code).toBe(0);
      expect(err).toContain("Capstan is starting in the background …");
      expect(err).toContain("top-secret");
    },
  );

  test("fails with what the child said when it ends before it is ready", async () => {
    using fake = fakeLaunch(home, 'process.stderr.write("disk full"); process.exitCode = 7;');
    const { code, err } = await run(LIST, { env: { CAPSTAN_HOME: home }, launch: fake.launch });
    expect(code).toBe(1);
    expect(err.split("\n")).toEqual([
      "disk full",
      "capstan: Capstan ended while it started (exit code 7). [SERVER_UNREACHABLE]",
    ]);
  });

  test("uses the other server when two commands start one at the same time", async () => {
    using loser = fakeLaunch(
      home,
      'process.stderr.write("HOME_OWNED: taken\\n"); process.exitCode = 1;',
    );
    using winner = fakeLaunch(home, `setTimeout(() => {${SERVING}}, 300);`);
    winner.launch();
    const { code, err } = await run(LIST, { env: { CAPSTAN_HOME: home }, launch: loser.launch });
    expect(code).toBe(0);
    expect(err).toMatch(/^Started Capstan in the background/);
  });
});

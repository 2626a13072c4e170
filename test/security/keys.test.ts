import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sha256 } from "../../src/base/digest.ts";
import { type Live, startLive } from "../live-server.ts";
import { ON_POSTGRES, tablesOf } from "../test-database.ts";

let folder: string;
let home: string;
let live: Live | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-keys-"));
  home = join(folder, "home");
});
afterEach(async () => {
  await live?.stop();
  live = undefined;
  rmSync(folder, { recursive: true, force: true });
});

/** Starts on the same home again; what ran on it before has stopped. */
async function start(env: NodeJS.ProcessEnv = {}): Promise<Live> {
  await live?.stop();
  live = await startLive({ home, env });
  return live;
}

/** The files of the home that hold this text, byte for byte, and the tables where those are elsewhere. */
async function placesWith(text: string): Promise<string[]> {
  const files = readdirSync(home).filter((file) => readFileSync(join(home, file)).includes(text));
  const tables = ON_POSTGRES ? [...(await tablesOf(home))] : [];
  return [...files, ...tables.filter(([, rows]) => rows.includes(text)).map(([name]) => name)];
}

const statusWith = async ({ call }: Live, key: string) =>
  (await call("GET", "/v1/tools", undefined, key)).status;

/** A looser profile needs an admin: who gets it is one. */
const isAdmin = async ({ call }: Live, key: string) =>
  (await call("POST", "/v1/sessions", { profile: "auto" }, key)).status === 201;

describe("the owner's key", () => {
  test("X36: is made on the first start, in a file that only its owner can read", async () => {
    const server = await start();
    expect(server.key).toMatch(/^cap_[\w-]{43}$/);
    expect(statSync(join(home, "api-key")).mode & 0o777).toBe(0o600);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(await statusWith(server, server.key)).toBe(200);
    expect(await isAdmin(server, server.key)).toBe(false);
  });

  test("X36: is in that file and nowhere else, and stays", async () => {
    const { key } = await start();
    expect(await placesWith(key)).toEqual(["api-key"]);
    const again = await start();
    expect(again.key).toBe(key);
    expect(await statusWith(again, key)).toBe(200);
    expect(await placesWith(key)).toEqual(["api-key"]);
  });

  test("X36: of another home does not work here", async () => {
    const { key } = await start();
    home = join(folder, "other");
    expect(await statusWith(await start(), key)).toBe(401);
  });
});

describe("the admin key", () => {
  test("X36: is shown on the first start, and is an admin's", async () => {
    const server = await start();
    expect(server.newAdminKey).toMatch(/^cap_[\w-]{43}$/);
    expect(server.newAdminKey).not.toBe(server.key);
    expect(await isAdmin(server, server.newAdminKey ?? "")).toBe(true);
  });

  test("X36: is kept as a hash: the key itself is in no file, running or stopped", async () => {
    const server = await start();
    const adminKey = server.newAdminKey ?? "";
    expect(adminKey).not.toBe("");
    expect(await placesWith(adminKey)).toEqual([]);
    await server.stop();
    live = undefined;
    expect(await placesWith(adminKey)).toEqual([]);
    expect(await placesWith(sha256(adminKey))).toEqual([ON_POSTGRES ? "tokens" : "capstan.db"]);
  });

  test("X36: is shown only once; it works on every later start", async () => {
    const adminKey = (await start()).newAdminKey ?? "";
    const second = await start();
    expect(second.newAdminKey).toBeUndefined();
    expect(await isAdmin(second, adminKey)).toBe(true);
  });
});

describe("keys that the environment presets", () => {
  const PRESETS = { CAPSTAN_API_KEY: "preset-owner-key", CAPSTAN_ADMIN_KEY: "preset-admin-key" };

  test("X36: work, each with its own scopes, and nothing is shown", async () => {
    const server = await start(PRESETS);
    expect(server.newAdminKey).toBeUndefined();
    expect(await statusWith(server, "preset-owner-key")).toBe(200);
    expect(await isAdmin(server, "preset-owner-key")).toBe(false);
    expect(await isAdmin(server, "preset-admin-key")).toBe(true);
  });

  test("X36: are written nowhere, not even as a hash", async () => {
    const server = await start(PRESETS);
    for (const key of Object.values(PRESETS)) await statusWith(server, key);
    await server.stop();
    live = undefined;
    expect(existsSync(join(home, "api-key"))).toBe(false);
    for (const key of Object.values(PRESETS)) {
      expect(await placesWith(key)).toEqual([]);
      expect(await placesWith(sha256(key))).toEqual([]);
    }
  });

  test("X36: are gone with the environment: the next start makes its own", async () => {
    await start(PRESETS);
    const server = await start();
    for (const key of Object.values(PRESETS)) expect(await statusWith(server, key)).toBe(401);
    expect(await statusWith(server, server.key)).toBe(200);
    expect(await isAdmin(server, server.newAdminKey ?? "")).toBe(true);
  });

  test("X36: take the place of the key in the file", async () => {
    const { key } = await start();
    const server = await start({ CAPSTAN_API_KEY: "preset-owner-key" });
    expect(await statusWith(server, key)).toBe(401);
    expect(await statusWith(server, "preset-owner-key")).toBe(200);
  });
});

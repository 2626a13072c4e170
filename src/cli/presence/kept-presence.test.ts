import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepPresence, readPresence, removeEnded } from "./kept-presence.ts";

const AT = Date.parse("2026-03-01T10:00:00.000Z");
const MINUTE_MS = 60_000;
const DESK = { device: "/dev/pts/3", mark: "6 34819 1" };
const PRESENCE = { token: "capa_x", expires_at: "2026-03-01T10:15:00.000Z" };

let home: string;
let folder: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "capstan-kept-"));
  folder = join(home, "presence");
});
afterEach(() => rmSync(home, { recursive: true }));

test("F69: a proof holds at its own terminal, and its file is for its owner alone", () => {
  keepPresence(folder, DESK, PRESENCE);
  expect(readPresence(folder, DESK, AT)).toMatchObject(PRESENCE);
  expect(statSync(join(folder, "pts-3")).mode & 0o777).toBe(0o600);
  expect(readPresence(folder, { ...DESK, device: "/dev/pts/4" }, AT)).toBeUndefined();
  // The next terminal that is given this device.
  expect(readPresence(folder, { ...DESK, mark: "6 34819 2" }, AT)).toBeUndefined();
});

test("F69: it is removed when it ends, whoever looks next", () => {
  keepPresence(folder, DESK, PRESENCE);
  removeEnded(folder, AT + 14 * MINUTE_MS);
  expect(readdirSync(folder)).toEqual(["pts-3"]);
  removeEnded(folder, AT + 15 * MINUTE_MS);
  expect(readdirSync(folder)).toEqual([]);
  keepPresence(folder, DESK, PRESENCE);
  expect(readPresence(folder, DESK, AT + 15 * MINUTE_MS)).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test("F69: a new proof replaces the old one, and what is no proof is removed", () => {
  keepPresence(folder, DESK, PRESENCE);
  keepPresence(folder, DESK, { ...PRESENCE, token: "capa_y" });
  expect(readPresence(folder, DESK, AT)?.token).toBe("capa_y");
  writeFileSync(join(folder, "pts-9"), "{");
  removeEnded(folder, AT);
  expect(readdirSync(folder)).toEqual(["pts-3"]);
});

test("F69: without a folder nothing is removed or read", () => {
  removeEnded(folder, AT);
  expect(readPresence(folder, DESK, AT)).toBeUndefined();
  expect(readdirSync(home)).toEqual([]);
});

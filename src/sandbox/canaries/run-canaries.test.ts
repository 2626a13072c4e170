import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createFakeSandbox } from "../../testing/fake-sandbox.ts";
import { openBubblewrap } from "../bubblewrap/testing/open-bubblewrap.ts";
import { PLAIN_SANDBOX } from "../plain/plain-sandbox.ts";
import { runCanaries } from "./run-canaries.ts";

const NAMES = [
  ...["read outside", "link", "sqlite", "tcp", "udp", "dns", "environ", "set-id file", "survivor"],
  ...["memory: heap", "memory: sockets", "memory: pipes", "memory: files"],
  ...["descriptors", "processes", "processor time"],
];
const { signal } = new AbortController();

test.each([
  ["", { controlGroups: true }],
  [" without control groups", { controlGroups: false }],
])(
  "F03, A36, A44: in a box%s every canary holds, and nothing of them is left",
  async (_, options) => {
    const folder = mkdtempSync(join(tmpdir(), "capstan-test-"));
    vi.stubEnv("TMPDIR", folder);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    const canaries = await runCanaries(openBubblewrap(undefined, options), signal);
    expect(canaries.map(({ name }) => name)).toEqual(NAMES);
    expect(canaries.filter(({ held }) => !held)).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  },
  60_000,
);

test("without a box none of them holds, and each is told", async () => {
  const canaries = await runCanaries(PLAIN_SANDBOX, signal);
  // The system itself gives an ordinary user no more than some pipes.
  const broken = canaries.filter(({ name, held }) => held && name !== "memory: pipes");
  expect(broken).toEqual([]);
  expect(canaries.find(({ name }) => name === "tcp")?.message).toBe(
    "A TCP connection reached the host.",
  );
  expect(canaries.filter(({ message }) => message.startsWith("It could not"))).toEqual([]);
}, 60_000);

test("what could not be tried does not count as held", async () => {
  const canaries = await runCanaries(createFakeSandbox({ programs: {} }), signal);
  expect(canaries.map(({ name }) => name)).toEqual(NAMES);
  expect(canaries.filter(({ held }) => held)).toEqual([]);
  expect(canaries[0]?.message).toMatch(/^It could not be tried: There is no program/);
});

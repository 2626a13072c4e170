import { expect, test } from "vitest";
import { createFakeSandbox } from "../testing/fake-sandbox.ts";
import { type CommandSpec, runToEnd } from "./run-to-end.ts";
import { DEFAULT_LIMITS } from "./sandbox.ts";

const sandbox = createFakeSandbox({
  programs: {
    async shout({ stdin, args, writeOut, writeErr }) {
      for await (const chunk of stdin) writeOut(Buffer.from(chunk).toString().toUpperCase());
      writeErr(args.join(" "));
      return 2;
    },
    async sleep(process) {
      process.writeOut("going to sleep");
      await process.sleep(60_000);
      return 0;
    },
  },
});

const command = (overrides: Partial<CommandSpec>): CommandSpec => ({
  argv: ["shout"],
  cwd: "/",
  env: {},
  mounts: [],
  network: "none",
  limits: DEFAULT_LIMITS,
  signal: new AbortController().signal,
  ...overrides,
});

test("answers how a command ended and all that it wrote", async () => {
  const stdin = new TextEncoder().encode("grüße");
  const result = await runToEnd(sandbox, command({ argv: ["shout", "a", "b c"], stdin }));
  expect(result).toEqual({
    exitCode: 2,
    signal: null,
    stdout: "GRÜSSE",
    stderr: "a b c",
    truncated: false,
    timedOut: false,
  });
});

test("gives no input unless there is some", async () => {
  expect(await runToEnd(sandbox, command({}))).toMatchObject({ exitCode: 2, stdout: "" });
});

test("answers what a command wrote until its time was up", async () => {
  const limits = { ...DEFAULT_LIMITS, wallMs: 20 };
  expect(await runToEnd(sandbox, command({ argv: ["sleep"], limits }))).toEqual({
    exitCode: null,
    signal: "SIGKILL",
    stdout: "going to sleep",
    stderr: "",
    truncated: false,
    timedOut: true,
  });
});

test("says when output was dropped", async () => {
  const limits = { ...DEFAULT_LIMITS, outputBytes: 5 };
  expect(
    await runToEnd(sandbox, command({ argv: ["sleep"], limits: { ...limits, wallMs: 20 } })),
  ).toMatchObject({ stdout: "going", truncated: true });
});

test("does not start what cannot be started", async () => {
  await expect(runToEnd(sandbox, command({ argv: ["nothing"] }))).rejects.toThrow('"nothing"');
});

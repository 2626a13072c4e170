import { expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../sandbox/sandbox.ts";
import { createFakeSandbox } from "./fake-sandbox.ts";
import { SANDBOX_PROGRAMS } from "./sandbox-contract/programs.ts";
import { sandboxContract } from "./sandbox-contract.ts";

const files = new Map<string, string>();
const programs = Object.fromEntries(
  Object.entries(SANDBOX_PROGRAMS).map(([name, { run }]) => [name, run]),
);
let folders = 0;

sandboxContract("the fake sandbox", {
  makeSandbox: () => createFakeSandbox({ programs, files }),
  argv: (program) => [program],
  makeFolder: async () => `/host/${++folders}`,
  readFile: async (path) => files.get(path),
  writeFile: async (path, text) => void files.set(path, text),
});

test("a program that throws ends with 1 and says why", async () => {
  const sandbox = createFakeSandbox({
    programs: {
      broken: () => {
        throw new Error("no such luck");
      },
    },
  });
  const { stderr, end } = await sandbox.spawn({
    argv: ["broken"],
    cwd: "/",
    env: {},
    mounts: [],
    network: "none",
    stdin: "none",
    ipc: false,
    limits: DEFAULT_LIMITS,
    signal: new AbortController().signal,
  });
  expect(await end).toMatchObject({ exitCode: 1 });
  for await (const chunk of stderr) expect(String(Buffer.from(chunk))).toContain("no such luck");
});

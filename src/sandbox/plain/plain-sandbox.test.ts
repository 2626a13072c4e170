import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { SANDBOX_PROGRAMS } from "../../testing/sandbox-contract/programs.ts";
import { sandboxContract } from "../../testing/sandbox-contract.ts";
import { PLAIN_SANDBOX } from "./plain-sandbox.ts";

sandboxContract("a plain process", {
  makeSandbox: () => PLAIN_SANDBOX,
  argv: (program) => [process.execPath, "-e", SANDBOX_PROGRAMS[program].script],
  async makeFolder() {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "capstan-sandbox-")));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  },
  readFile: (path) => readFile(path, "utf8").catch(() => undefined),
  writeFile: (path, text) => writeFile(path, text),
  cannot: {
    mounts: "a plain process sees the host's files as they are",
    network: "a plain process has the host's network",
  },
});

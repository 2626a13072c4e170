import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { SANDBOX_PROGRAMS } from "../../testing/sandbox-contract/programs.ts";
import { sandboxContract } from "../../testing/sandbox-contract.ts";
import { openBubblewrap } from "./testing/open-bubblewrap.ts";

const nodeFolder = dirname(process.execPath);
const sandbox = openBubblewrap();

sandboxContract("bubblewrap", {
  makeSandbox: () => sandbox,
  argv: (program) => [process.execPath, "-e", SANDBOX_PROGRAMS[program].script],
  mounts: [{ source: nodeFolder, target: nodeFolder, mode: "ro" }],
  async makeFolder() {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "capstan-sandbox-")));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  },
  readFile: (path) => readFile(path, "utf8").catch(() => undefined),
  writeFile: (path, text) => writeFile(path, text),
});

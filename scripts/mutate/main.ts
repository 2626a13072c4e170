import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { installApart } from "../install-apart.ts";

const folder = import.meta.dirname;
const failure = await installApart(folder);
if (failure !== undefined) {
  process.stderr.write(`StrykerJS cannot be installed: ${failure}\n`);
  process.exitCode = 1;
} else {
  const stryker = join(folder, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const args = [stryker, "run", join(folder, "stryker.config.mjs"), ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { stdio: "inherit" });
  const [code] = await once(child, "exit");
  process.exitCode = code ?? 1;
}

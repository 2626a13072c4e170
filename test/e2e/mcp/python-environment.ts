import { execFileSync } from "node:child_process";
import {
  chmodSync,
  globSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixture } from "./open-mcp-api.ts";

/** A virtual environment with a module of its own, and a server outside and inside of it. */
export function makeEnvironment(python = "/usr/bin/python3") {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-venv-")));
  const root = join(folder, "env");
  execFileSync(python, ["-m", "venv", "--without-pip", root], { timeout: 60_000 });
  const [packages = ""] = globSync(join(root, "lib/python3*/site-packages"));
  writeFileSync(join(packages, "odd_words.py"), 'GREETING = "hello from an environment"\n');
  const server = readFileSync(fixture("odd.py"), "utf8");
  const script = join(folder, "server.py");
  writeFileSync(script, server);
  const program = join(root, "bin/odd-server");
  const interpreter = join(root, "bin/python");
  writeFileSync(program, `#!${interpreter}\n${server}`);
  chmodSync(program, 0o755);
  return { folder, interpreter, script, program };
}

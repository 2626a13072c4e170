import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import { normalName } from "../../programs/packages/read-requirements.ts";
import type { PythonSpec } from "../client/package-spec.ts";

/** The function that a program of a Python package is. */
export type ConsoleScript = { readonly module: string; readonly call: string };

const ENTRY = /^(?<module>[A-Za-z_][\w.]*)\s*:\s*(?<call>[A-Za-z_][\w.]*)$/;
const INFO = /^(?<name>[^-]+)-[^-]+\.dist-info$/;

/** Finds a program of a package among the entry points that the package declares. */
export async function findConsoleScript(
  site: string,
  { name: wanted, program }: PythonSpec,
): Promise<ConsoleScript> {
  const name = wanted.replace(/[[@=].*$/s, "");
  const folders = await readdir(site);
  const info = folders.find(
    (folder) => normalName(INFO.exec(folder)?.groups?.name ?? "") === normalName(name),
  );
  const path = info && join(site, info, "entry_points.txt");
  const text = path === undefined ? "" : await readFile(path, "utf8").catch(() => "");
  const scripts = scriptsIn(text);
  const { module, call } = ENTRY.exec(scripts.get(program) ?? "")?.groups ?? {};
  if (module !== undefined && call !== undefined) return { module, call };
  const known = [...scripts.keys()].join(", ") || "none";
  const message = `"${name}" has no program "${program}". It has: ${known}.`;
  throw new CapstanError("MCP_SERVER_INVALID", message);
}

function scriptsIn(text: string): ReadonlyMap<string, string> {
  const [, scripts = ""] = text.split(/^\[console_scripts\]\s*$/m);
  const [own = ""] = scripts.split(/^\[/m);
  return new Map(
    own.split("\n").flatMap((line) => {
      const [key, entry] = line.split("=", 2);
      return key !== undefined && entry !== undefined ? [[key.trim(), entry.trim()] as const] : [];
    }),
  );
}

/** Code for `python -c`. The folder of packages is the only one that is added. */
export function pythonLauncher({ module, call }: ConsoleScript, program: string): string {
  const [first = ""] = call.split(".");
  return [
    "import sys",
    'sys.path.insert(0, "/opt/server/site")',
    `from ${module} import ${first}`,
    `sys.argv[0] = ${JSON.stringify(program)}`,
    `sys.exit(${call}())`,
  ].join("\n");
}

import * as z from "zod";
import type { Isolation } from "../../../sandbox/isolation.ts";
import { runToEnd } from "../../../sandbox/run-to-end.ts";
import { DEFAULT_LIMITS } from "../../../sandbox/sandbox.ts";
import type { PythonMachine } from "./machine.ts";
import { packageError } from "./package-error.ts";

const SCRIPT = `
import json, os, platform, sys
def number(part): return "".join(c for c in part if c.isdigit()) or "0"
i = sys.implementation
release = "{0.major}.{0.minor}.{0.micro}".format(i.version)
name, version = platform.libc_ver()
print(json.dumps({
  "markers": {
    "os_name": os.name, "sys_platform": sys.platform, "platform_machine": platform.machine(),
    "platform_python_implementation": platform.python_implementation(),
    "platform_release": platform.release(), "platform_system": platform.system(),
    "platform_version": platform.version(),
    "python_version": ".".join(platform.python_version_tuple()[:2]),
    "python_full_version": platform.python_version(),
    "implementation_name": i.name, "implementation_version": release },
  "version": list(sys.version_info[:2]),
  "cpu": platform.machine(),
  "libc": [name, [int(number(p)) for p in (version or "0.0").split(".")[:2]]] }))
`;

const Told = z.object({
  markers: z.record(z.string(), z.string().max(500)),
  version: z.tuple([z.int(), z.int()]),
  cpu: z.string().max(50),
  libc: z.tuple([z.string(), z.tuple([z.int(), z.int()])]),
});

const IMPLEMENTATIONS: ReadonlyMap<string, string> = new Map([
  ["cpython", "cp"],
  ["pypy", "pp"],
]);
const ASK_MS = 20_000;

/** What the Python of boxes says of itself. It is asked in a box. */
export async function askPython(isolation: Isolation): Promise<PythonMachine> {
  const sandbox = await isolation.sandboxFor("local");
  const { exitCode, stdout } = await runToEnd(sandbox, {
    argv: ["python3", "-I", "-S", "-c", SCRIPT],
    cwd: "/",
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8" },
    mounts: [],
    network: "none",
    limits: { ...DEFAULT_LIMITS, wallMs: ASK_MS },
    signal: new AbortController().signal,
  });
  const told = exitCode === 0 ? Told.safeParse(parsed(stdout)).data : undefined;
  if (!told) throw packageError("Python does not start in a box. Install python3, and try again.");
  const markers = new Map(Object.entries(told.markers));
  const [name, version] = told.libc;
  return {
    markers,
    implementation: IMPLEMENTATIONS.get(markers.get("implementation_name") ?? "") ?? "py",
    version: told.version,
    cpu: told.cpu,
    libc: { name: name === "glibc" ? "glibc" : "musl", version },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes one wheel: a zip with its metadata, a module, and a program that speaks MCP. */
const MAKE_WHEEL = `
import base64, hashlib, sys, zipfile
folder, name, version, needs = sys.argv[1:5]
module = name.replace("-", "_")
server = '''
import json, sys
NAME = "%s %s"
def main():
    try:
        import %s as words
    except ImportError:
        words = None
    for line in sys.stdin:
        asked = json.loads(line)
        def answer(result):
            print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
        if asked.get("method") == "initialize":
            answer({"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {"tools": {}},
                    "serverInfo": {"name": "snake", "version": "1"}})
        elif asked.get("method") == "tools/list":
            answer({"tools": [{"name": "hello", "inputSchema": {"type": "object"}}]})
        elif asked.get("method") == "tools/call":
            answer({"content": [{"type": "text", "text": "hello from " + words.NAME}]})
        elif "id" in asked:
            print(json.dumps({"jsonrpc": "2.0", "id": asked["id"],
                              "error": {"code": -32601, "message": "unknown"}}), flush=True)
''' % (name, version, needs.replace("-", "_") or "none")
info = f"{module}-{version}.dist-info"
files = {
    f"{module}.py": server,
    f"{info}/METADATA": f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n"
        + (f"Requires-Dist: {needs}\\n" if needs else ""),
    f"{info}/WHEEL": "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n",
    f"{info}/entry_points.txt": f"[console_scripts]\\n{name} = {module}:main\\n",
}
def hashed(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
rows = [f"{path},sha256={hashed(text)},{len(text)}" for path, text in files.items()]
files[f"{info}/RECORD"] = "\\n".join(rows + [f"{info}/RECORD,,"]) + "\\n"
with zipfile.ZipFile(f"{folder}/{module}-{version}-py3-none-any.whl", "w") as wheel:
    for path, text in files.items():
        wheel.writestr(path, text)
`;

/** A package that is only there as source: building it would leave a trace. */
const MAKE_SOURCE = `
import io, sys, tarfile
folder, trace = sys.argv[1:3]
with tarfile.open(f"{folder}/fixture-source-1.0.0.tar.gz", "w:gz") as source:
    text = f"open({trace!r}, 'w')\\nfrom setuptools import setup\\nsetup(name='fixture-source', version='1.0.0')\\n".encode()
    member = tarfile.TarInfo("fixture-source-1.0.0/setup.py")
    member.size = len(text)
    source.addfile(member, io.BytesIO(text))
`;

/** A folder of wheels, which pip takes for its index until the test ends. */
export function makeIndex(atEnd: (end: () => void) => void = onTestFinished) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-index-")));
  const wheels = join(folder, "wheels");
  mkdirSync(wheels);
  const trace = join(folder, "built");
  const python = (code: string, args: readonly string[]) =>
    execFileSync("/usr/bin/python3", ["-c", code, ...args]);
  python(MAKE_SOURCE, [wheels, trace]);
  const before = { ...process.env };
  Object.assign(process.env, { PIP_NO_INDEX: "1", PIP_FIND_LINKS: wheels });
  atEnd(() => {
    process.env = before;
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    trace,
    /** Answers the hash of the wheel. */
    publish(name: string, version: string, { needs = "" } = {}): string {
      python(MAKE_WHEEL, [wheels, name, version, needs]);
      const wheel = join(wheels, `${name.replaceAll("-", "_")}-${version}-py3-none-any.whl`);
      return createHash("sha256").update(readFileSync(wheel)).digest("hex");
    },
  };
}

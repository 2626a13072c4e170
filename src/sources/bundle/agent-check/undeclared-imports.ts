import { isJsonObject, parseJson } from "../../../base/json.ts";
import type { ReadBundle } from "../../../ports/read-bundle.ts";
import { codeOf, textOf } from "../agent/agent-files.ts";

/** Of Python's own library: what agents use; another one that is not listed is named in requirements.txt. */
const PYTHON = new Set(
  `__future__ abc argparse array ast asyncio base64 bisect calendar cmath codecs collections colorsys
  concurrent configparser contextlib copy csv ctypes dataclasses datetime decimal difflib email enum errno
  filecmp fnmatch fractions ftplib functools getpass glob gzip hashlib heapq hmac html http imaplib importlib
  inspect io ipaddress itertools json keyword locale logging lzma math mimetypes multiprocessing numbers
  operator os pathlib pickle platform posixpath pprint queue random re secrets select shelve shlex shutil
  signal smtplib socket sqlite3 ssl stat statistics string struct subprocess sys tarfile tempfile textwrap
  threading time timeit tokenize traceback types typing unicodedata unittest urllib uuid warnings wave weakref
  xml zipfile zlib zoneinfo`.split(/\s+/),
);

const PYTHON_IMPORT =
  /^[ \t]*(?:from[ \t]+([A-Za-z_]\w*)[\w.]*[ \t]+import|import[ \t]+([A-Za-z_]\w*))/gm;
const NODE_IMPORT = /(?:\bfrom|\bimport|\brequire\()\s*["']([^"'.][^"']*)["']/g;
/** Under other names in requirements.txt than in code. */
const CALLED: ReadonlyMap<string, string> = new Map([
  ["bs4", "beautifulsoup4"],
  ["docx", "python-docx"],
  ["PIL", "pillow"],
  ["yaml", "pyyaml"],
]);

/** Packages that the code imports and that nobody lists. */
export function undeclaredImports(read: ReadBundle): string[] {
  const code = codeOf(read);
  const paths = read.bundle.files.map(({ path }) => path);
  const isPython = paths.some((path) => /^[^/]*\.py$/.test(path));
  return isPython ? ofPython(read, code, paths) : ofNode(read, code);
}

function ofPython(read: ReadBundle, code: string, paths: readonly string[]): string[] {
  const listed = (textOf(read, "requirements.txt") ?? "").toLowerCase().replaceAll("_", "-");
  const own = new Set(paths.map((path) => path.split("/")[0]?.replace(/\.py$/, "")));
  const names = new Set([...code.matchAll(PYTHON_IMPORT)].map(([, from, whole]) => from ?? whole));
  return [...names].flatMap((name) => {
    if (name === undefined || PYTHON.has(name) || own.has(name)) return [];
    const called = (CALLED.get(name) ?? name).toLowerCase().replaceAll("_", "-");
    return listed.includes(called) ? [] : [`"${name}" is imported, and not in requirements.txt.`];
  });
}

function ofNode(read: ReadBundle, code: string): string[] {
  const names = new Set(
    [...code.matchAll(NODE_IMPORT)].flatMap(([, name = ""]) => {
      if (name.startsWith("node:") || process.getBuiltinModule(name) !== undefined) return [];
      return [/^@[^/]+\/[^/]+|^[^/]+/.exec(name)?.[0] ?? name];
    }),
  );
  const listed = dependenciesOf(textOf(read, "package.json"));
  return [...names]
    .filter((name) => !listed.has(name))
    .map((name) => `"${name}" is imported, and not a dependency in package.json.`);
}

function dependenciesOf(text: string | undefined): ReadonlySet<string> {
  try {
    const value = parseJson(text ?? "{}");
    const listed = isJsonObject(value) ? value.dependencies : undefined;
    return new Set(isJsonObject(listed) ? Object.keys(listed) : []);
  } catch {
    return new Set();
  }
}

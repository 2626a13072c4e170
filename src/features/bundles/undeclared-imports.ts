import { isBuiltin } from "node:module";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { codeOf, textOf } from "./agent-files.ts";
import type { ReadBundle } from "./read-bundle.ts";

/** Python's own library, as `sys.stdlib_module_names` has it. */
const PYTHON = new Set(
  `__future__ abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
  builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys
  compileall concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses
  dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno
  faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass
  gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib imghdr imp importlib inspect io
  ipaddress itertools json keyword linecache locale logging lzma mailbox mailcap marshal math mimetypes
  mmap modulefinder multiprocessing netrc nntplib ntpath nturl2path numbers opcode operator optparse os
  pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile
  pstats pty pwd py_compile pyclbr pydoc pyexpat queue quopri random re readline reprlib resource
  rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr
  socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string
  stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile
  termios textwrap threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty
  turtle types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser wsgiref
  xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo`.split(/\s+/),
);

const PYTHON_IMPORT =
  /^[ \t]*(?:from[ \t]+([A-Za-z_][\w.]*)[ \t]+import|import[ \t]+([A-Za-z_][\w., \t]*))/gm;
/** Imports that never run, or that the code does without. */
const PYTHON_UNNEEDED =
  /^([ \t]*)(?:if (?:typing\.)?TYPE_CHECKING:|try:)\n(?:\1[ \t]+.*\n|[ \t]*\n)+(?:\1except \(?(?:Import|ModuleNotFound)Error)?/gm;
const NODE_IMPORT = /(?:\bfrom|\bimport|\brequire\()\s*["']([^"'.][^"']*)["']/g;
/** Under other names in requirements.txt than in code. */
const CALLED: ReadonlyMap<string, string> = new Map([
  ["bs4", "beautifulsoup4"],
  ["docx", "python-docx"],
  ["PIL", "pillow"],
  ["yaml", "pyyaml"],
]);

/** Names of modules that the runner brings. */
type Kit = ReadonlySet<string>;

/** Packages that the code imports and its list does not name. */
export function undeclaredImports(read: ReadBundle, kit: Kit = new Set()): string[] {
  const isPython = read.bundle.files.some(({ path }) => /^[^/]*\.py$/.test(path));
  return isPython ? ofPython(read, kit) : ofNode(read, kit);
}

function ofPython(read: ReadBundle, kit: Kit): string[] {
  const paths = read.bundle.files.map(({ path }) => path);
  const required = (textOf(read, "requirements.txt") ?? "").toLowerCase().replaceAll("_", "-");
  const own = new Set(paths.map((path) => path.split("/")[0]?.replace(/\.py$/, "")));
  const code = codeOf(read, /\.py$/).replaceAll(PYTHON_UNNEEDED, (block) =>
    /TYPE_CHECKING:|Error$/.test(block) ? "" : block,
  );
  const found = [...code.matchAll(PYTHON_IMPORT)].flatMap(([, from = "", listed]) =>
    listed === undefined ? [from] : listed.split(",").map((one) => one.trim().split(/\s/)[0] ?? ""),
  );
  // A part of the kit is known by its whole name.
  const names = new Set(
    found.map((name) => {
      const [first = ""] = name.split(".");
      return kit.has(first) && !own.has(first) ? name : first;
    }),
  );
  return [...names].flatMap((name) => {
    if (PYTHON.has(name) || own.has(name) || kit.has(name)) return [];
    const called = (CALLED.get(name) ?? name).toLowerCase().replaceAll("_", "-");
    return required.includes(called) ? [] : [`"${name}" is imported, and not in requirements.txt.`];
  });
}

function ofNode(read: ReadBundle, kit: Kit): string[] {
  const names = new Set(
    [...codeOf(read).matchAll(NODE_IMPORT)].flatMap(([, name = ""]) => {
      const isThere = name.startsWith("node:") || isBuiltin(name);
      if (isThere || kit.has(name)) return [];
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

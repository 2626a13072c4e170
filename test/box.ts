import { randomBytes } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { boxedPrograms } from "../src/app/open-isolation.ts";
import { BOX_ENVIRONMENT } from "../src/features/programs/boxed-programs.ts";
import { openBubblewrap } from "../src/sandbox/bubblewrap/testing/open-bubblewrap.ts";
import { type CommandSpec, runToEnd } from "../src/sandbox/run-to-end.ts";
import { DEFAULT_LIMITS, type ProcessLimits, type Sandbox } from "../src/sandbox/sandbox.ts";

const bubblewrap = openBubblewrap();
const { node, mounts: programs } = boxedPrograms();

/** A byte of it in any output is an escape. */
export const SECRET = `outside-${randomBytes(12).toString("hex")}`;

/** A new folder of the host, which goes with its test. */
export function makeFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-box-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A program in each language that a stranger may bring. */
export const payload = {
  javascript: (code: string, ...args: string[]) => [node, "-e", code, ...args] as const,
  python: (code: string, ...args: string[]) => ["python3", "-I", "-c", code, ...args] as const,
  shell: (code: string, ...args: string[]) => ["sh", "-c", code, "sh", ...args] as const,
};

export type BoxOptions = Partial<Omit<CommandSpec, "argv" | "limits">> & {
  readonly sandbox?: Sandbox;
  readonly limits?: Partial<ProcessLimits>;
};

/** Runs a hostile program to its end, and looks that nothing of the host's secret came with it. */
export async function attack(argv: CommandSpec["argv"], options: BoxOptions = {}) {
  const { sandbox = bubblewrap, limits, mounts = [], ...rest } = options;
  const result = await runToEnd(sandbox, {
    cwd: "/tmp",
    env: BOX_ENVIRONMENT,
    network: "none",
    signal: new AbortController().signal,
    ...rest,
    argv,
    mounts: [...programs.filter(({ target }) => target === node), ...mounts],
    limits: { ...DEFAULT_LIMITS, wallMs: 15_000, ...limits },
  });
  expect(`${result.stdout}${result.stderr}`).not.toContain(SECRET);
  return result;
}

/** The same, for a program that answers with JSON. */
export async function answerOf<T>(argv: CommandSpec["argv"], options?: BoxOptions): Promise<T> {
  const { stdout, stderr } = await attack(argv, options);
  expect(stderr).toBe("");
  return JSON.parse(stdout) as T;
}

/** Processes of the host with this text in their arguments or their environment. */
export function survivors(marker: string): string[] {
  return readdirSync("/proc").filter(
    (name) =>
      /^\d+$/.test(name) &&
      name !== String(process.pid) &&
      ["cmdline", "environ"].some((part) => textOf(`/proc/${name}/${part}`).includes(marker)),
  );
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/**
 * Tries one thing after another in Python and answers how each went: `did` with what it gave, or the
 * name of the error. `libc` makes any system call.
 */
export function pythonTries(tries: Readonly<Record<string, string>>): string {
  const functions = Object.values(tries).map(
    (body, index) =>
      `def try${index}():\n${body
        .split("\n")
        .map((line) => `    ${line}`)
        .join("\n")}\n`,
  );
  const names = JSON.stringify(Object.keys(tries));
  return `${PYTHON_START}
${functions.join("\n")}
said = {}
for index, name in enumerate(${names}):
    try:
        value = globals()[f"try{index}"]()
        said[name] = "did: " + repr(value)[:200]
    except OSError as error:
        said[name] = errno.errorcode.get(error.errno, str(error.errno))
    except Exception as error:
        said[name] = type(error).__name__
print(json.dumps(said))
`;
}

const PYTHON_START = `
import ctypes, errno, json, os, socket, stat, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
def call(number, *args):
    # A thread's or a process's memory may be changed: a copy of a string is given.
    given = [ctypes.c_char_p(a) if isinstance(a, bytes) else ctypes.c_long(a) if isinstance(a, int) else a for a in args]
    result = libc.syscall(ctypes.c_long(number), *given)
    if result < 0:
        raise OSError(ctypes.get_errno(), "")
    return result
`;

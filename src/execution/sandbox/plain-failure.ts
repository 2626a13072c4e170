import { cutLine, oneLine } from "../../base/one-line.ts";

/** What a person is told of a failure, and under which code. */
export type PlainFailure = { readonly code: string; readonly message: string };

const MAX_MESSAGE = 500;

/** Marks of text that a program wrote for its author, and not for a person. */
const RAW = [
  /Traceback \(most recent call last\)/,
  /^\s*File "[^"]*", line \d+/m,
  /^\s+at .*[(/ ].*:\d+(?::\d+)?\)?$/m,
  /\[Errno -?\d+\]/,
  /\b(?:errno|syscall)\b/i,
  /\bE[A-Z]{3,}: /,
  /\b[A-Z]\w*(?:Error|Exception|Warning)\b/,
  /\bnode:internal\b/,
  /\n[^\n]*\n[^\n]*\n/,
];

const MEANINGS: readonly (readonly [sign: RegExp, failure: PlainFailure])[] = [
  [
    /EROFS|Errno 30\b|Read-only file system/i,
    { code: "READ_ONLY", message: "That location can only be read here." },
  ],
  [
    /ENOENT|Errno 2\b|FileNotFoundError|No such file/i,
    {
      code: "FILE_NOT_FOUND",
      message: "I couldn't find that file. It may have been moved or deleted.",
    },
  ],
  [
    /EACCES|EPERM|Errno (?:1|13)\b|PermissionError|Permission denied/i,
    { code: "NOT_PERMITTED", message: "I am not allowed to use that location." },
  ],
  [
    /EEXIST|Errno 17\b|FileExistsError/i,
    { code: "FILE_EXISTS", message: "There is something of that name already." },
  ],
  [
    /EISDIR|ENOTDIR|Errno (?:20|21)\b|IsADirectoryError|NotADirectoryError/i,
    {
      code: "NOT_A_FILE",
      message: "That is a folder where a file is needed, or a file instead of a folder.",
    },
  ],
  [
    /ENOSPC|Errno 28\b|No space left/i,
    { code: "NO_SPACE", message: "There is no room left to write." },
  ],
  [
    /ENETUNREACH|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|Errno (?:-2|-3|101|111|113)\b|ConnectionError|URLError|getaddrinfo|fetch failed|timed? ?out/i,
    { code: "HOST_UNREACHABLE", message: "I couldn't reach that address." },
  ],
  [
    /MemoryError|heap out of memory/i,
    { code: "NO_MEMORY", message: "That needs more memory than I have." },
  ],
];

const UNKNOWN: PlainFailure = {
  code: "AGENT_FAILED",
  message: "Something went wrong in the agent's own code.",
};

/** Whether a text is a program's own: a trace, an error's name or a number of the system's. */
export function isRaw(text: string): boolean {
  return RAW.some((mark) => mark.test(text));
}

/** What a raw text means to a person. */
export function meaningOf(raw: string): PlainFailure {
  return MEANINGS.find(([sign]) => sign.test(raw))?.[1] ?? UNKNOWN;
}

/** A text that may be shown: itself in one line, or what it means (I34). */
export function plainText(text: string): string {
  return isRaw(text) ? meaningOf(text).message : cutLine(oneLine(text), MAX_MESSAGE);
}

/** The module that an import did not find. */
export function missingModule(raw: string): string | undefined {
  const found =
    /No module named '([\w.-]+)'/.exec(raw) ??
    /Cannot find (?:package|module) '([^'/][^']*)'/.exec(raw);
  return found?.[1];
}

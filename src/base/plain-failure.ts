import { cutLine, oneLine } from "./one-line.ts";

/** What a person is told of a failure, and under which code. */
export type PlainFailure = { readonly code: string; readonly message: string };

const MAX_MESSAGE = 500;

/** Marks of text that a program wrote for its author, and not for a person. */
const RAW = [
  /Traceback \(most recent call last\)/,
  /File "[^"]*", line \d+/,
  /^\s+at .*[(/ ].*:\d+/m,
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

/** Whether a text is a program's own: a trace, an error's name or a number of the system's. */
export function isRaw(text: string): boolean {
  return RAW.some((mark) => mark.test(text));
}

/** What a raw text means to a person, where it has a sign of that. */
export function meaningOf(raw: string): PlainFailure | undefined {
  return MEANINGS.find(([sign]) => sign.test(raw))?.[1];
}

/** A file of this machine. The caller may be far away from it. */
const HOST_PATH =
  /(?:^|[\s"'`(=:])(?:file:\/\/)?(?:\/(?:bin|dev|etc|home|lib|mnt|nix|opt|private|proc|root|run|srv|tmp|Users|usr|var)\/|[A-Za-z]:\\)|\bnode_modules\b/;
/** The class of an exception, which stands before what its author wrote. */
const EXCEPTION = /^(?:Uncaught )?(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Warning): (?=\S)/;

/**
 * A failure in words for a person. Undefined: the text has been written for one. The message of an
 * exception is told without its class, unless it still names code or files of this machine.
 */
export function plainly(text: string, otherwise: PlainFailure): PlainFailure | undefined {
  if (!isRaw(text)) return undefined;
  const meaning = meaningOf(text);
  if (meaning) return meaning;
  const said = text.replace(EXCEPTION, "");
  const isForPeople = !isRaw(said) && !hasHostPath(said);
  return isForPeople ? { ...otherwise, message: cutLine(oneLine(said), MAX_MESSAGE) } : otherwise;
}

export function hasHostPath(text: string): boolean {
  return HOST_PATH.test(text);
}

/** The text in one line, where it may be shown to a person (I34). */
export function plainText(text: string): string | undefined {
  return isRaw(text) ? undefined : cutLine(oneLine(text), MAX_MESSAGE);
}

/** The module that an import did not find. */
export function missingModule(raw: string): string | undefined {
  const found =
    /No module named '([\w.-]+)'/.exec(raw) ??
    /Cannot find (?:package|module) '([^'/][^']*)'/.exec(raw);
  return found?.[1];
}

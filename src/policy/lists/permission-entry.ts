import { hasEscape } from "../facts/argument.ts";

/** As written: `mcp:fs:write_file(path=/etc/*, mode=w*)`, or an object where that is ambiguous. */
export type WrittenEntry =
  | string
  | { readonly tool: string; readonly args?: Readonly<Record<string, string>> | undefined };

export type PermissionEntry = {
  /** As people wrote it. */
  readonly written: string;
  readonly tool: string;
  /** Patterns by the name of the argument. All have to match. */
  readonly args: readonly (readonly [name: string, pattern: string])[];
};

const MAX_ARGS = 32;

/** Reads an entry, or says what is wrong with it. */
export function readEntry(entry: WrittenEntry): PermissionEntry | { readonly wrong: string } {
  const written = typeof entry === "string" ? entry : JSON.stringify(entry);
  const refuse = (why: string) => ({ wrong: `has the entry ${quote(written)}: ${why}` });
  if (!written.isWellFormed()) return refuse("it is not Unicode");

  const read = typeof entry === "string" ? parseEntry(entry) : partsOf(entry);
  if (typeof read === "string") return refuse(read);
  if (read.tool === "") return refuse("it names no tool");
  const wrong = wrongArguments(read.args.map(([name]) => name));
  return wrong === undefined ? { written, ...read } : refuse(wrong);
}

function wrongArguments(names: readonly string[]): string | undefined {
  if (names.includes("")) return "an argument has no name";
  if (names.length > MAX_ARGS) return `it names more than ${MAX_ARGS} arguments`;
  if (new Set(names).size < names.length) return "it names an argument twice";
  const untold = names.find(hasEscape);
  return untold && `an argument called ${quote(untold)} is never told to policies`;
}

type Parts = Pick<PermissionEntry, "tool" | "args">;

function partsOf({ tool, args = {} }: Exclude<WrittenEntry, string>): Parts {
  return { tool, args: Object.entries(args) };
}

function parseEntry(text: string): Parts | string {
  const open = text.indexOf("(");
  if (open < 0) {
    return text.includes(")") ? 'it has a ")" without a "("' : { tool: text.trim(), args: [] };
  }
  const inside = text.trimEnd().slice(open + 1, -1);
  if (!text.trimEnd().endsWith(")")) return 'it has a "(" but does not end with ")"';
  if (/[()]/.test(inside)) {
    return 'for a value with parentheses or commas write {"tool": …, "args": {…}}';
  }
  const args: [string, string][] = [];
  for (const pair of inside.split(",")) {
    const equals = pair.indexOf("=");
    if (equals < 0) return `${quote(pair.trim())} is not of the form name=pattern`;
    args.push([pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()]);
  }
  return { tool: text.slice(0, open).trim(), args };
}

function quote(text: string): string {
  return JSON.stringify(text);
}

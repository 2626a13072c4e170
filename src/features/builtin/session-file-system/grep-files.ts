import { setImmediate } from "node:timers/promises";
import { CapstanError } from "../../../base/errors.ts";
import type { FileInfo, SessionFiles } from "../../../gate/session-files.ts";
import { patternWeight } from "../../../schema/json-schema/pattern-weight.ts";
import type { BuiltinTool } from "../../builtin-capability.ts";
import { filesOf } from "./files-of.ts";
import { matchesGlob } from "./matches-glob.ts";
import { textLines } from "./text-lines.ts";

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 1_000;
const MAX_LINE = 500;
const MAX_WEIGHT = 1_000;
/** A character is so many steps as the pattern is long. These take a tenth of a second. */
const STEPS_AT_ONCE = 1_000_000;
const MAX_FILES = 10_000;
const MAX_BYTES = 50_000_000;

export const grepFiles: BuiltinTool = {
  name: "grep_files",
  description:
    "Searches the text files for a regular expression (RE2 syntax), line by line. path_pattern narrows it down, such as *.txt or /docs/**. Many matches come in pieces; go on at next_offset.",
  examples: [
    "search for {pattern}",
    "find {pattern} in {path_pattern}",
    "which files contain {pattern}",
    "grep {pattern}",
  ],
  riskLevel: "LOW",
  sideEffectTags: ["fs.read"],
  behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 30_000 },
  inputSchema: {
    type: "object",
    properties: {
      pattern: { type: "string", minLength: 1, maxLength: 1_000 },
      path_pattern: { type: "string", maxLength: 1_000, description: "Such as *.txt or /docs/**." },
      ignore_case: { type: "boolean", default: false },
      offset: { type: "integer", minimum: 0, default: 0, description: "Matches to leave out." },
      limit: { type: "integer", minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT },
    },
    required: ["pattern"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      pattern: { type: "string" },
      matches: {
        type: "array",
        items: {
          type: "object",
          properties: {
            path: { type: "string" },
            line: { type: "integer" },
            text: { type: "string" },
          },
          required: ["path", "line", "text"],
        },
      },
      match_count: { type: "integer" },
      truncated: { type: "boolean" },
      next_offset: { type: "integer", description: "Go on here: there are more." },
    },
    required: ["pattern", "matches", "match_count", "truncated"],
  },
  async run(inputs, context) {
    const { pattern, path_pattern, ignore_case = false } = inputs;
    const [offset, limit] = [Number(inputs.offset ?? 0), Number(inputs.limit ?? DEFAULT_LIMIT)];
    const compiled = await compile(String(pattern), ignore_case === true);
    const matches: Match[] = [];
    let found = 0;
    let truncated = false;
    for await (const match of matchesIn(filesOf(context), path_pattern, compiled)) {
      if (context.signal.aborted) break;
      truncated = match === "too much" || matches.length === limit;
      if (match === "too much" || truncated) break;
      if (found++ >= offset) matches.push(match);
    }
    const next = truncated && matches.length === limit ? { next_offset: offset + limit } : {};
    return { pattern, matches, match_count: matches.length, truncated, ...next };
  },
};

type Compiled = { readonly test: (line: string) => boolean; readonly weight: number };
type Match = { readonly path: string; readonly line: number; readonly text: string };

/** In the order of paths and lines, and no further than so many bytes. */
async function* matchesIn(
  files: SessionFiles,
  glob: unknown,
  { test, weight }: Compiled,
): AsyncGenerator<Match | "too much"> {
  const longest = Math.floor(STEPS_AT_ONCE / weight);
  let steps = 0;
  let bytes = 0;
  for await (const { path, sizeBytes } of textCandidates(files, glob)) {
    bytes += sizeBytes;
    if (bytes > MAX_BYTES) {
      yield "too much";
      return;
    }
    let line = 0;
    for await (const text of textLines(files.chunks(path))) {
      line += 1;
      steps += text.length * weight;
      if (steps > STEPS_AT_ONCE) {
        steps = 0;
        await setImmediate();
      }
      if (test(text.slice(0, longest))) yield { path, line, text: text.slice(0, MAX_LINE) };
    }
  }
}

/** RE2 takes linear time whatever the expression: who writes one may be a model (A90). */
async function compile(pattern: string, ignoreCase: boolean): Promise<Compiled> {
  const weight = patternWeight(pattern);
  if (weight > MAX_WEIGHT) {
    throw new CapstanError("INPUT_INVALID", '"pattern" repeats too much.', {
      details: { field: "pattern" },
    });
  }
  const { RE2JS } = await import("re2js");
  try {
    const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return { test: (line) => compiled.matcher(line).find(), weight: Math.max(1, weight) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CapstanError("INPUT_INVALID", `"pattern" is no regular expression: ${reason}`, {
      details: { field: "pattern" },
    });
  }
}

async function* textCandidates(files: SessionFiles, glob: unknown): AsyncGenerator<FileInfo> {
  for (let after = ""; ; ) {
    const page = await files.list("/", { recursive: true, after, limit: MAX_FILES });
    for (const file of page) {
      const isWanted = glob === undefined || matchesGlob(String(glob), file.path);
      if (!file.isDirectory && isWanted) yield file;
    }
    const last = page.at(-1);
    if (!last || page.length < MAX_FILES) return;
    after = last.path;
  }
}

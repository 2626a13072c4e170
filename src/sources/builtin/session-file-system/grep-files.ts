import { CapstanError } from "../../../base/errors.ts";
import type { BuiltinTool } from "../../../ports/builtin-capability.ts";
import type { FileInfo, SessionFiles } from "../../../ports/session-files.ts";
import { filesOf } from "./files-of.ts";
import { matchesGlob } from "./matches-glob.ts";
import { textLines } from "./text-lines.ts";

const MAX_MATCHES = 200;
const MAX_LINE = 500;
const MAX_FILES = 10_000;
const MAX_BYTES = 50_000_000;

export const grepFiles: BuiltinTool = {
  name: "grep_files",
  description:
    "Searches the text files for a regular expression (RE2 syntax), line by line. path_pattern narrows it down, such as *.txt or /docs/**.",
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
    },
    required: ["pattern", "matches", "match_count", "truncated"],
  },
  async run({ pattern, path_pattern, ignore_case = false }, context) {
    const test = await compile(String(pattern), ignore_case === true);
    const matches: { path: string; line: number; text: string }[] = [];
    let bytes = 0;
    let truncated = false;
    for await (const file of textCandidates(filesOf(context), path_pattern)) {
      if (context.signal.aborted) break;
      bytes += file.sizeBytes;
      truncated = bytes > MAX_BYTES;
      if (truncated) break;
      let number = 0;
      for await (const line of textLines(filesOf(context).chunks(file.path))) {
        number += 1;
        if (!test(line)) continue;
        if (matches.length === MAX_MATCHES) {
          truncated = true;
          break;
        }
        matches.push({ path: file.path, line: number, text: line.slice(0, MAX_LINE) });
      }
      if (truncated) break;
    }
    return { pattern, matches, match_count: matches.length, truncated };
  },
};

/** RE2 takes linear time whatever the expression: who writes one may be a model (A90). */
async function compile(pattern: string, ignoreCase: boolean): Promise<(line: string) => boolean> {
  const { RE2JS } = await import("re2js");
  try {
    const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
    return (line) => compiled.matcher(line).find();
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

import type { BuiltinTool } from "../../builtin-capability.ts";
import { filesOf, PATH } from "./files-of.ts";

const MAX_ENTRIES = 1_000;

export const listDirectory: BuiltinTool = {
  name: "list_directory",
  description: "Lists what is in a folder.",
  examples: [
    "list the files",
    "list {path}",
    "what files are there",
    "what is in the folder {path}",
    "show the directory {path}",
  ],
  riskLevel: "LOW",
  sideEffectTags: ["fs.read"],
  behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 30_000 },
  inputSchema: {
    type: "object",
    properties: {
      path: { ...PATH, default: "/" },
      recursive: { type: "boolean", default: false, description: "Also what is in folders below." },
      after: { type: "string", description: "Go on after this path, when truncated." },
    },
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      path: { type: "string" },
      entries: {
        type: "array",
        items: {
          type: "object",
          properties: {
            name: { type: "string" },
            path: { type: "string" },
            is_directory: { type: "boolean" },
            size_bytes: { type: "integer" },
            updated_at: { type: "string" },
          },
          required: ["name", "path", "is_directory", "size_bytes"],
        },
      },
      count: { type: "integer" },
      truncated: { type: "boolean" },
    },
    required: ["path", "entries", "count", "truncated"],
  },
  async run({ path = "/", recursive = false, after = "" }, context) {
    const entries = await filesOf(context).list(String(path), {
      recursive: recursive === true,
      after: String(after),
      limit: MAX_ENTRIES + 1,
    });
    const shown = entries.slice(0, MAX_ENTRIES);
    return {
      path,
      entries: shown.map(({ name, path: at, isDirectory, sizeBytes, updatedAt }) => ({
        name,
        path: at,
        is_directory: isDirectory,
        size_bytes: sizeBytes,
        updated_at: updatedAt,
      })),
      count: shown.length,
      truncated: entries.length > MAX_ENTRIES,
    };
  },
};

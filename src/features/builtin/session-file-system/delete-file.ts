import type { BuiltinTool } from "../../builtin-capability.ts";
import { filesOf, PATH } from "./files-of.ts";

/** Follows the profile like any HIGH tool (X18). */
export const deleteFile: BuiltinTool = {
  name: "delete_file",
  description: "Deletes a file, or with recursive a folder and everything in it.",
  examples: [
    "delete {path}",
    "remove the file {path}",
    "get rid of {path}",
    "throw away {path}",
    "delete the folder {path} with everything in it",
  ],
  riskLevel: "HIGH",
  sideEffectTags: ["fs.delete"],
  behaviour: { idempotent: true, dryRun: true, timeoutMs: 30_000 },
  inputSchema: {
    type: "object",
    properties: {
      path: PATH,
      recursive: {
        type: "boolean",
        default: false,
        description: "A folder with all that is in it.",
      },
    },
    required: ["path"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      path: { type: "string" },
      deleted: { type: "boolean" },
      would_delete: { type: "array", items: { type: "string" } },
    },
    required: ["path"],
  },
  async run({ path, recursive = false }, context) {
    const files = filesOf(context);
    if (!context.dryRun) {
      return { path, deleted: await files.remove(String(path), recursive === true) };
    }
    const file = await files.stat(String(path));
    const below = file?.isDirectory ? await files.list(String(path), { recursive: true }) : [];
    const all = file ? [file, ...below] : [];
    return { path, would_delete: all.map((it) => it.path) };
  },
};

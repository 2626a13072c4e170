import type { BuiltinTool } from "../../builtin-capability.ts";
import { filesOf, PATH } from "./files-of.ts";

export const statFile: BuiltinTool = {
  name: "stat_file",
  description: "Tells whether there is something at a path, and what: its size and its times.",
  examples: [
    "does {path} exist",
    "how large is {path}",
    "how big is {path}",
    "what is the size of {path}",
    "when was {path} changed",
  ],
  riskLevel: "LOW",
  sideEffectTags: ["fs.read"],
  behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 30_000 },
  inputSchema: {
    type: "object",
    properties: { path: PATH },
    required: ["path"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      path: { type: "string" },
      name: { type: "string" },
      exists: { type: "boolean" },
      is_directory: { type: "boolean" },
      is_readonly: { type: "boolean" },
      size_bytes: { type: "integer" },
      created_at: { type: "string" },
      updated_at: { type: "string" },
      digest: { type: ["string", "null"] },
    },
    required: ["path", "name", "exists", "is_directory", "is_readonly", "size_bytes"],
  },
  async run({ path }, context) {
    const file = await filesOf(context).stat(String(path));
    if (!file) {
      const name = String(path).split("/").at(-1) ?? "";
      const nothing = { is_directory: false, is_readonly: false, size_bytes: 0 };
      return { path, name, exists: false, ...nothing };
    }
    return {
      path: file.path,
      name: file.name,
      exists: true,
      is_directory: file.isDirectory,
      is_readonly: false,
      size_bytes: file.sizeBytes,
      created_at: file.createdAt,
      updated_at: file.updatedAt,
      digest: file.digest,
    };
  },
};

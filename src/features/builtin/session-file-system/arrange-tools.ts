import type { FileInfo, SessionFiles } from "../../../gate/session-files.ts";
import type { BuiltinTool } from "../../builtin-capability.ts";
import { filesOf, PATH } from "./files-of.ts";

export const moveFile: BuiltinTool = {
  ...arranging((files, from, to) => files.move(from, to)),
  name: "move_file",
  description: "Moves or renames a file or a folder. Never over something that is there.",
  examples: [
    "move {from} to {to}",
    "rename {from} to {to}",
    "call the file {from} {to} instead",
    "change the name of {from} to {to}",
  ],
  sideEffectTags: ["fs.move"],
};

export const copyFile: BuiltinTool = {
  ...arranging((files, from, to) => files.copy(from, to)),
  name: "copy_file",
  description: "Copies a file or a folder. Never over something that is there.",
  examples: [
    "copy {from} to {to}",
    "make a copy of {from} at {to}",
    "make a copy of {from} called {to}",
    "duplicate {from} as {to}",
  ],
  sideEffectTags: ["fs.read", "fs.write"],
};

function arranging(
  arrange: (files: SessionFiles, from: string, to: string) => Promise<FileInfo>,
): Pick<BuiltinTool, "riskLevel" | "behaviour" | "inputSchema" | "outputSchema" | "run"> {
  return {
    riskLevel: "MED",
    behaviour: { dryRun: true, timeoutMs: 30_000 },
    inputSchema: {
      type: "object",
      properties: { from: PATH, to: PATH },
      required: ["from", "to"],
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        from: { type: "string" },
        to: { type: "string" },
        size_bytes: { type: "integer" },
        dry_run: { type: "boolean" },
      },
      required: ["from", "to"],
    },
    async run({ from, to }, context) {
      const files = filesOf(context);
      if (context.dryRun) return { from, to, dry_run: true };
      const file = await arrange(files, String(from), String(to));
      return { from, to: file.path, size_bytes: file.sizeBytes };
    },
  };
}

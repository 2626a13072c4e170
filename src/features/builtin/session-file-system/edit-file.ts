import { cutText } from "../../../base/cut-text.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { BuiltinTool } from "../../builtin-capability.ts";
import { filesOf, PATH } from "./files-of.ts";
import { countText, replaceText } from "./replace-text.ts";

const MAX_BYTES = 5_000_000;

export const editFile: BuiltinTool = {
  name: "edit_file",
  description:
    "Replaces a text in a file by another. The old text must be there exactly once, unless all occurrences are meant.",
  examples: [
    "replace {old_text} with {new_text} in {path}",
    "in {path} change {old_text} to {new_text}",
    "edit {path}: {new_text} instead of {old_text}",
  ],
  riskLevel: "MED",
  sideEffectTags: ["fs.read", "fs.write"],
  behaviour: { dryRun: true, timeoutMs: 30_000 },
  inputSchema: {
    type: "object",
    properties: {
      path: PATH,
      old_text: { type: "string", minLength: 1, description: "What is there now, to the letter." },
      new_text: { type: "string", description: "What is to be there instead." },
      replace_all: { type: "boolean", default: false },
      digest: {
        type: "string",
        description:
          "The digest from read_file. The edit is refused if the file has changed since.",
      },
    },
    required: ["path", "old_text", "new_text"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      path: { type: "string" },
      replaced: { type: "integer" },
      size_bytes: { type: "integer" },
      digest: { type: "string" },
      dry_run: { type: "boolean" },
    },
    required: ["path", "replaced", "size_bytes"],
  },
  async run({ path, old_text, new_text, replace_all = false, digest }, context) {
    const files = filesOf(context);
    const file = await files.stat(String(path));
    if (file && file.sizeBytes > MAX_BYTES) {
      throw new CapstanError("FILE_TOO_LARGE", `A file of up to ${MAX_BYTES} bytes can be edited.`);
    }
    const before = cutText(await files.read(String(path), 0, MAX_BYTES), true)?.text;
    if (before === undefined) throw new CapstanError("PATH_INVALID", `${path} is not a text.`);
    if (digest !== undefined && digest !== file?.digest) {
      const message = `${path} has changed since it was read. Read it again.`;
      throw new CapstanError("STATE_CONFLICT", message);
    }
    const found = countText(before, String(old_text));
    if (found === 0 || (found > 1 && replace_all !== true)) {
      const often = found === 0 ? "not" : `${found} times`;
      const message = `The old text is ${often} in ${path}: give more of what is around it, or replace_all.`;
      throw new CapstanError("INPUT_INVALID", message, { details: { field: "old_text", found } });
    }
    const change = [String(old_text), String(new_text)] as const;
    const after = Buffer.from(replaceText(before, change, MAX_BYTES));
    if (context.dryRun) {
      return { path, replaced: found, size_bytes: after.byteLength, dry_run: true };
    }
    const written = await files.write(String(path), after, { expect: file?.digest ?? null });
    return {
      path: written.file.path,
      replaced: found,
      size_bytes: written.file.sizeBytes,
      digest: written.file.digest,
    };
  },
};

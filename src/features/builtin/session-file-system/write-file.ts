import { CapstanError } from "../../../base/errors.ts";
import type { BuiltinTool } from "../../builtin-capability.ts";
import { filesOf, PATH } from "./files-of.ts";

export const writeFile: BuiltinTool = {
  name: "write_file",
  description: "Writes a file as a whole, and makes the folders that it lies in.",
  examples: [
    "write {content} to {path}",
    "save it as {path}",
    "create the file {path} with {content}",
    "put {content} into {path}",
  ],
  riskLevel: "MED",
  sideEffectTags: ["fs.write"],
  // The same content at the same path: running it twice is running it once.
  behaviour: { idempotent: true, dryRun: true, timeoutMs: 60_000 },
  inputSchema: {
    type: "object",
    properties: {
      path: PATH,
      content: { type: "string", description: "All of it: text, or base64." },
      encoding: { type: "string", enum: ["text", "base64"], default: "text" },
    },
    required: ["path", "content"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      path: { type: "string" },
      size_bytes: { type: "integer" },
      created: { type: "boolean" },
      dry_run: { type: "boolean" },
    },
    required: ["path", "size_bytes", "created"],
  },
  async run({ path, content, encoding = "text" }, context) {
    const files = filesOf(context);
    const bytes =
      encoding === "base64" ? fromBase64(String(content)) : Buffer.from(String(content));
    if (context.dryRun) {
      const created = (await files.stat(String(path))) === undefined;
      return { path, size_bytes: bytes.byteLength, created, dry_run: true };
    }
    const { file, created } = await files.write(String(path), bytes);
    return { path: file.path, size_bytes: file.sizeBytes, created };
  },
};

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function fromBase64(text: string): Uint8Array {
  const compact = text.replace(/\s/g, "");
  if (BASE64.test(compact)) return Buffer.from(compact, "base64");
  throw new CapstanError("INPUT_INVALID", '"content" is not base64.', {
    details: { field: "content" },
  });
}

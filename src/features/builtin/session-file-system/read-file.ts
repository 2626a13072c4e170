import { cutText } from "../../../base/cut-text.ts";
import type { BuiltinTool } from "../../builtin-capability.ts";
import { filesOf, PATH } from "./files-of.ts";

const DEFAULT_LENGTH = 100_000;
const MAX_LENGTH = 500_000;

export const readFile: BuiltinTool = {
  name: "read_file",
  description:
    "Reads a file: text as it is, anything else in base64. A large file comes in pieces; go on at next_offset.",
  examples: [
    "read {path}",
    "show me {path}",
    "what is in {path}",
    "open {path}",
    "what does {path} say",
  ],
  riskLevel: "LOW",
  sideEffectTags: ["fs.read"],
  behaviour: { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 30_000 },
  inputSchema: {
    type: "object",
    properties: {
      path: PATH,
      offset: { type: "integer", minimum: 0, default: 0, description: "The byte to begin at." },
      length: {
        type: "integer",
        minimum: 1,
        maximum: MAX_LENGTH,
        default: DEFAULT_LENGTH,
        description: "How many bytes at most.",
      },
    },
    required: ["path"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: {
      path: { type: "string" },
      content: { type: "string" },
      encoding: { type: "string", enum: ["text", "base64"] },
      size_bytes: { type: "integer" },
      truncated: { type: "boolean" },
      next_offset: { type: "integer" },
      digest: { type: "string" },
    },
    required: ["path", "content", "encoding", "size_bytes", "truncated"],
  },
  async run({ path, offset = 0, length = DEFAULT_LENGTH }, context) {
    const files = filesOf(context);
    const bytes = await files.read(String(path), Number(offset), Number(length));
    const file = await files.stat(String(path));
    const size = file?.sizeBytes ?? 0;
    const isLast = Number(offset) + bytes.byteLength >= size;
    const text = cutText(bytes, isLast);
    const taken = text?.bytes ?? bytes.byteLength;
    const next = Number(offset) + taken;
    return {
      path: file?.path ?? path,
      content: text?.text ?? Buffer.from(bytes).toString("base64"),
      encoding: text ? "text" : "base64",
      size_bytes: size,
      truncated: next < size,
      ...(next < size && { next_offset: next }),
      ...(file?.digest && { digest: file.digest }),
    };
  },
};

import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { usageError } from "../usage-error.ts";
import { visible } from "../visible.ts";
import { writeNewFile } from "../write-new-file.ts";

const DEADLINE_MS = 10 * 60_000;

export const filesGet: Run = async (args, context) => {
  const { io, json } = context;
  const path = args.require("path");
  const out = args.get("out");
  const client = await context.client();
  const bytes = await client.bytes("GET /v1/sessions/:id/files/:path{.+}", {
    params: { id: args.require("session_id"), path },
    deadlineMs: DEADLINE_MS,
  });
  if (out !== undefined) {
    writeNewFile(out, bytes);
    const body = { path, out, size_bytes: bytes.length };
    const text = JSON.stringify(body);
    await context.print({ body, text }, () => [`Saved ${out} (${bytes.length} bytes).`]);
    return EXIT.done;
  }
  const text = textOf(bytes);
  if (json) {
    const content =
      text === undefined ? { content_base64: bytes.toString("base64") } : { content: text };
    io.out(JSON.stringify({ path, size_bytes: bytes.length, ...content }));
  } else if (!io.isTty) {
    io.write(bytes);
  } else if (text === undefined) {
    throw usageError(
      `${path} is not text: save it with --out <file>.`,
      "files get <session_id> <path> --out <file>",
    );
  } else {
    for (const line of text.replace(/\n$/, "").split(/\r?\n/)) {
      io.out(visible(line.replaceAll("\t", "    ")));
    }
  }
  return EXIT.done;
};

function textOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

import { createHash } from "node:crypto";
import mime from "mime";
import { CapstanError } from "../../base/errors.ts";
import type { SessionFiles } from "../../gate/session-files.ts";
import type { ContentPart } from "../../schema/message.ts";
import type { Engine } from "../engine.ts";

/** A part as it is sent: a file of the session by its path, or its bytes along with the message. */
export type NewPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "image" | "file";
      readonly path?: string | undefined;
      /** Base64. */
      readonly data?: string | undefined;
      readonly name?: string | undefined;
      readonly mime?: string | undefined;
    };

const DEFAULT_MIME = "application/octet-stream";

/** Puts what came along into the session's files; a message only refers to them. */
export async function takeParts(
  { gate, filesOf }: Engine,
  sessionId: string,
  parts: readonly NewPart[],
  sentBy: string,
): Promise<{ readonly content: string; readonly parts: ContentPart[] }> {
  const files = filesOf(sessionId, sentBy);
  const taken: ContentPart[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.type === "text") {
      taken.push(part);
      continue;
    }
    const path = part.path ?? `/uploads/${gate.newId("msg").slice(4)}-${part.name ?? "file"}`;
    if (part.data !== undefined) await addFile(files, path, Buffer.from(part.data, "base64"));
    const file = await files.stat(path);
    if (!file || file.isDirectory) {
      const message = `There is no file at ${path}: send its "data", or put it there first.`;
      throw new CapstanError("FILE_NOT_FOUND", message, {
        details: { field: `content.${index}.path` },
      });
    }
    const type = part.mime ?? mime.getType(file.path) ?? DEFAULT_MIME;
    taken.push({ type: part.type, path: file.path, mime: type });
  }
  return { content: textOf(taken), parts: taken };
}

/** Replaces nothing. A message that is sent again finds what it brought the first time. */
async function addFile(files: SessionFiles, path: string, content: Uint8Array): Promise<void> {
  const there = await files.stat(path);
  const digest = `sha256:${createHash("sha256").update(content).digest("hex")}`;
  if (there?.digest !== digest) await files.write(path, content, { expect: null });
}

/** For those who read only text, such as a model without eyes: its tools take a path. */
function textOf(parts: readonly ContentPart[]): string {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const paths = parts.flatMap((part) => (part.type === "text" ? [] : [part.path]));
  const attached = paths.length === 0 ? [] : [`Attached files: ${paths.join(", ")}`];
  return [...texts, ...attached].join("\n\n");
}

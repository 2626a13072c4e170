import mime from "mime";
import { CapstanError } from "../base/errors.ts";
import { nameOf } from "../base/file-path.ts";
import type { ContentPart } from "../schema/message.ts";
import type { Engine } from "./engine.ts";

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
  { gate }: Engine,
  sessionId: string,
  parts: readonly NewPart[],
): Promise<{ readonly content: string; readonly parts: ContentPart[] }> {
  const files = gate.filesOf(sessionId);
  const taken: ContentPart[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.type === "text") {
      taken.push(part);
      continue;
    }
    const path = part.path ?? `/uploads/${gate.newId("msg").slice(4)}-${part.name ?? "file"}`;
    if (part.data !== undefined) await files.write(path, Buffer.from(part.data, "base64"));
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
  return { content: taken.map(textOf).join("\n"), parts: taken };
}

/** For those who read only text: a search, a title, a model without eyes. */
function textOf(part: ContentPart): string {
  return part.type === "text" ? part.text : `[${part.type}: ${nameOf(part.path)}]`;
}

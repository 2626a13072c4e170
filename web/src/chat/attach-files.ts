import type { QueryClient } from "@tanstack/react-query";
import { filesQuery, putFile } from "../api/file.ts";
import type { MessagePart } from "../api/message.ts";
import type { Draft } from "./draft.ts";
import { freePath } from "./free-path.ts";

/** Those that models are shown; any other image is a file to them. */
const SEEN = /^image\/(png|jpeg|gif|webp)$/;

/** A draft as it is sent: its files are put among the session's, each under a name of its own. */
export async function attachFiles(
  queries: QueryClient,
  sessionId: string,
  { text, files }: Draft,
): Promise<string | readonly MessagePart[]> {
  if (files.length === 0) return text;
  const { items } = await queries.fetchQuery({ ...filesQuery(sessionId), staleTime: 0 });
  const taken = new Set(items.map(({ path }) => path));
  const parts: MessagePart[] = text.trim() === "" ? [] : [{ type: "text", text }];
  for (const file of files) {
    const path = freePath(file.name, taken);
    taken.add(path);
    await putFile(sessionId, path, file);
    const type = SEEN.test(file.type) ? "image" : "file";
    parts.push({ type, path, ...(file.type && { mime: file.type }) });
  }
  await queries.invalidateQueries({ queryKey: ["files", sessionId] });
  return parts;
}

import { queryOptions } from "@tanstack/react-query";
import type { ContentPart, List, Message as WireMessage } from "../../../src/http/client/wire.ts";
import { request } from "./request.ts";

export type { MessagePart, ToolCall } from "../../../src/http/client/wire.ts";

export type FilePart = Exclude<ContentPart, { readonly type: "text" }>;

export type Message = Omit<WireMessage, "content"> & {
  /** The text alone. */
  readonly content: string;
  /** What stands beside it; it lies among the session's files. */
  readonly files: readonly FilePart[];
};

export const MESSAGE_PAGE = 100;

/** Messages ascend, so a page keeps its place: only the last ones ever change. */
export const messagePageQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ["messages", id, page],
    queryFn: async ({ signal }): Promise<List<Message>> => {
      const { items, total } = await request("GET /v1/sessions/:id/messages", {
        params: { id },
        query: { limit: MESSAGE_PAGE, offset: page * MESSAGE_PAGE },
        signal,
      });
      return { items: items.map(readMessage), total };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

const NO_FILES: readonly FilePart[] = [];

function readMessage({ content, ...message }: WireMessage): Message {
  if (typeof content === "string") return { ...message, content, files: NO_FILES };
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const files = content.filter((part) => part.type !== "text");
  return { ...message, content: texts.join("\n"), files };
}

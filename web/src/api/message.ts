import { queryOptions } from "@tanstack/react-query";
import type { Json } from "./json.ts";
import type { List } from "./list.ts";
import { request } from "./request.ts";
import { sessionPath } from "./session.ts";

export type ToolCall = {
  readonly id: string;
  readonly tool_id: string | null;
  readonly name: string;
  readonly input: Json;
};

/** A piece of a message; files and images lie among the session's files. */
export type ContentPart = { readonly type: "text"; readonly text: string } | FilePart;

export type FilePart = {
  readonly type: "image" | "file";
  readonly path: string;
  readonly mime?: string;
};

export type Message = {
  readonly id: string;
  readonly session_id: string;
  readonly turn: number;
  readonly role: "user" | "assistant" | "tool";
  /** The text alone. */
  readonly content: string;
  readonly files: readonly FilePart[];
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_id?: string;
  readonly invocation_id?: string;
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
  readonly created_at: string;
};

type WireMessage = Omit<Message, "content" | "files"> & {
  readonly content: string | readonly ContentPart[];
};

export const MESSAGE_PAGE = 100;

/** Messages ascend, so a page keeps its place: only the last ones ever change. */
export const messagePageQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ["messages", id, page],
    queryFn: async ({ signal }): Promise<List<Message>> => {
      const { items, total } = await request<List<WireMessage>>(
        "GET",
        sessionPath(id, `/messages?limit=${MESSAGE_PAGE}&offset=${page * MESSAGE_PAGE}`),
        { signal },
      );
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

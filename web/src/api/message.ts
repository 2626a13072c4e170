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

export type Message = {
  readonly id: string;
  readonly session_id: string;
  readonly turn: number;
  readonly role: "user" | "assistant" | "tool";
  readonly content: string;
  readonly tool_calls?: readonly ToolCall[];
  readonly tool_id?: string;
  readonly invocation_id?: string;
  readonly usage?: { readonly input_tokens: number; readonly output_tokens: number };
  readonly created_at: string;
};

export const MESSAGE_PAGE = 100;

/** Messages ascend, so a page keeps its place: only the last ones ever change. */
export const messagePageQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ["messages", id, page],
    queryFn: ({ signal }) =>
      request<List<Message>>(
        "GET",
        sessionPath(id, `/messages?limit=${MESSAGE_PAGE}&offset=${page * MESSAGE_PAGE}`),
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

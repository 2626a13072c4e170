import { queryOptions } from "@tanstack/react-query";
import { type Json, member } from "./json.ts";
import { request } from "./request.ts";

export type Todo = {
  readonly content: string;
  readonly activeForm: string;
  readonly status: "pending" | "in_progress" | "completed";
};

/** The list that the session's working memory holds; null where the server keeps none. */
export const todosQuery = (id: string) =>
  queryOptions({
    queryKey: ["todos", id],
    queryFn: async ({ signal }) => {
      const { facts } = await request("GET /v1/contexts/:id", { params: { id }, signal });
      const fact = facts.find(({ bucket, key }) => bucket === "todos" && key === "current");
      return readTodos(fact?.value);
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export function readTodos(value: Json | undefined): readonly Todo[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((item): Todo[] => {
    const [content, activeForm, status] = [
      member(item, "content"),
      member(item, "activeForm"),
      member(item, "status"),
    ];
    if (typeof content !== "string") return [];
    const known = status === "in_progress" || status === "completed" ? status : "pending";
    return [
      { content, activeForm: typeof activeForm === "string" ? activeForm : content, status: known },
    ];
  });
}

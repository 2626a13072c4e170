import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";
import { sessionPath } from "./session.ts";

export type Usage = {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly turns: number;
  readonly model_calls: number;
  /** In the owner's currency; null where no model that answered has a price. */
  readonly cost?: number | null;
  readonly context?: {
    readonly prompt_tokens: number;
    readonly tool_tokens: number;
    readonly history_tokens: number;
    readonly deferred_tokens: number;
  };
};

export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: ["usage", id],
    queryFn: ({ signal }) => request<Usage>("GET", sessionPath(id, "/usage"), { signal }),
    retry: false,
  });

import { queryOptions } from "@tanstack/react-query";
import type { List } from "./list.ts";
import { request } from "./request.ts";

export type Grant = {
  readonly id: string;
  readonly tool_id: string;
  readonly match: "exact" | "tool";
  readonly scope: "session" | "always";
  readonly state: "active" | "suspended" | "expired";
  readonly session_id: string | null;
  readonly actor: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly expires_at: string | null;
};

export const grantsQuery = () =>
  queryOptions({
    queryKey: ["grants"],
    queryFn: ({ signal }) => request<List<Grant>>("GET", "/v1/grants?limit=200", { signal }),
  });

export const revokeGrant = (id: string) => request<unknown>("DELETE", `/v1/grants/${id}`);

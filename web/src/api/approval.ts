import { queryOptions } from "@tanstack/react-query";
import type { Json } from "./json.ts";
import type { List } from "./list.ts";
import type { Outcome } from "./outcome.ts";
import { request } from "./request.ts";
import type { RiskLevel } from "./tool.ts";

export type ApprovalState =
  | "pending"
  | "approved"
  | "denied"
  | "expired"
  | "withdrawn"
  | "superseded"
  | "used";

export type Approval = {
  readonly id: string;
  readonly state: ApprovalState;
  readonly level: "user" | "admin";
  readonly session_id: string | null;
  readonly invocation_id: string;
  readonly tool_id: string;
  readonly risk_level: RiskLevel;
  readonly side_effect_tags: readonly string[];
  readonly inputs: Json;
  readonly preview?: Json;
  readonly reason: string;
  readonly rewritten?: { readonly by: readonly string[]; readonly inputs: Json };
  readonly changed?: readonly string[];
  readonly expires_at: string;
  readonly created_at: string;
  readonly answered_by: string | null;
  readonly answered_at: string | null;
};

export type Remember = { readonly scope: "session" | "always"; readonly match: "exact" | "tool" };

type Filter = {
  readonly state?: ApprovalState | undefined;
  readonly session?: string;
  readonly limit?: number;
  readonly offset?: number;
};

export const approvalsQuery = ({ state, session, limit = 100, offset = 0 }: Filter) =>
  queryOptions({
    queryKey: ["approvals", "list", state ?? "all", session ?? "all", limit, offset],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ limit: String(limit), offset: String(offset) });
      if (state) query.set("state", state);
      if (session) query.set("session_id", session);
      return request<List<Approval>>("GET", `/v1/approvals?${query}`, { signal });
    },
  });

/** How many wait, anywhere: there is no stream for that, so it is asked for. */
export const pendingQuery = () =>
  queryOptions({
    ...approvalsQuery({ state: "pending" }),
    refetchInterval: 3_000,
  });

export type Answered = { readonly approval: Approval; readonly outcome: Outcome };

export const runApproval = (id: string, remember: Remember | undefined, token?: string) =>
  request<Answered>("POST", `/v1/approvals/${id}/run`, {
    body: remember ? { remember } : {},
    token,
    deadlineMs: 300_000,
  });

export const denyApproval = (id: string, token?: string) =>
  request<Answered>("POST", `/v1/approvals/${id}/deny`, { body: {}, token });

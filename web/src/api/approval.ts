import { queryOptions } from "@tanstack/react-query";
import type { AccessScope, ApprovalState, Remember } from "../../../src/http/client/wire.ts";
import type { Json } from "./json.ts";
import { request } from "./request.ts";

export type {
  AccessScope,
  Answered,
  Approval,
  ApprovalState,
  Foreseen,
  Remember,
} from "../../../src/http/client/wire.ts";

type Filter = {
  readonly state?: ApprovalState | undefined;
  readonly session?: string;
  readonly limit?: number;
  readonly offset?: number;
};

export const approvalsQuery = ({ state, session, limit = 100, offset = 0 }: Filter) =>
  queryOptions({
    queryKey: ["approvals", "list", state ?? "all", session ?? "all", limit, offset],
    queryFn: ({ signal }) =>
      request("GET /v1/approvals", {
        query: { limit, offset, state, session_id: session },
        signal,
      }),
  });

export const approvalQuery = (id: string) =>
  queryOptions({
    queryKey: ["approvals", "one", id],
    queryFn: ({ signal }) => request("GET /v1/approvals/:id", { params: { id }, signal }),
  });

/** What the approval of a call would show if the call were made now. */
export const foreseenQuery = (toolId: string, inputs: Json, sessionId: string) =>
  queryOptions({
    queryKey: ["approvals", "foreseen", toolId, inputs, sessionId],
    queryFn: ({ signal }) =>
      request("POST /v1/approvals/preview", {
        body: { tool_id: toolId, inputs, session_id: sessionId },
        signal,
        deadlineMs: 60_000,
      }),
    retry: false,
    gcTime: 10_000,
  });

/** How many wait, anywhere: there is no stream for that, so it is asked for. */
export const pendingQuery = () =>
  queryOptions({
    ...approvalsQuery({ state: "pending" }),
    refetchInterval: 3_000,
  });

type RunOptions = {
  readonly remember?: Remember;
  readonly inputs?: Json;
  readonly access?: AccessScope;
};

/** With a time to wait, the answer has its session as it rests or waits next. */
export const runApproval = (id: string, options: RunOptions, token?: string, waitMs?: number) =>
  request("POST /v1/approvals/:id/run", {
    params: { id },
    query: { wait_ms: waitMs },
    body: options,
    token,
    deadlineMs: 300_000,
  });

export const denyApproval = (id: string, reason: string, token?: string) =>
  request("POST /v1/approvals/:id/deny", {
    params: { id },
    body: reason.trim() === "" ? {} : { reason: reason.trim() },
    token,
  });

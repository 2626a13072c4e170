import { queryOptions } from "@tanstack/react-query";
import type { Json, JsonObject } from "./json.ts";
import { request } from "./request.ts";

export type { Outcome, RiskLevel, SourceType, Tool } from "../../../src/http/client/wire.ts";

/** The catalog is small, and every card needs some of it: it is read once. */
export const toolsQuery = () =>
  queryOptions({
    queryKey: ["tools"],
    queryFn: ({ signal }) => request("GET /v1/tools", { query: { limit: 2_000 }, signal }),
    staleTime: 60_000,
  });

/** Also those that cannot be called, with the reason. */
export const allToolsQuery = () =>
  queryOptions({
    queryKey: ["tools", "all"],
    queryFn: ({ signal }) =>
      request("GET /v1/tools", { query: { limit: 2_000, enabled_only: "false" }, signal }),
    staleTime: 60_000,
  });

type InvokeOptions = {
  readonly dryRun: boolean;
  readonly session: string;
  readonly messageId: string;
};

export const invokeTool = (toolId: string, inputs: Json, options: InvokeOptions) =>
  request("POST /v1/tools/:tool_id/invoke", {
    params: { tool_id: toolId },
    body: {
      inputs,
      dry_run: options.dryRun,
      message_id: options.messageId,
      ...(options.session && { session_id: options.session }),
    },
    deadlineMs: 300_000,
  });

/** To what a running call asks; without inputs, that nobody gives it that. */
export const answerTool = (toolId: string, resumeToken: string, inputs: JsonObject | null) =>
  request("POST /v1/tools/:tool_id/invoke", {
    params: { tool_id: toolId },
    body: { resume_token: resumeToken, ...(inputs ? { inputs } : { answer: "decline" }) },
    deadlineMs: 300_000,
  });

/** How far a call has come, as it says itself. */
export const progressQuery = (toolId: string, messageId: string) =>
  queryOptions({
    queryKey: ["call-progress", messageId],
    queryFn: ({ signal }) =>
      request("GET /v1/tools/:tool_id/progress", {
        params: { tool_id: toolId },
        query: { message_id: messageId },
        signal,
      }),
    refetchInterval: 1_000,
    gcTime: 0,
  });

import { queryOptions } from "@tanstack/react-query";
import { newId } from "../base/new-id.ts";
import type { Json } from "./json.ts";
import { request } from "./request.ts";

export type { Outcome, RiskLevel, SourceType, Tool } from "../../../src/client/wire.ts";

/** The catalog is small, and every card needs some of it: it is read once. */
export const toolsQuery = () =>
  queryOptions({
    queryKey: ["tools"],
    queryFn: ({ signal }) => request("GET /v1/tools", { query: { limit: 2_000 }, signal }),
    staleTime: 60_000,
  });

type InvokeOptions = { readonly dryRun: boolean; readonly session: string };

export const invokeTool = (toolId: string, inputs: Json, { dryRun, session }: InvokeOptions) =>
  request("POST /v1/tools/:tool_id/invoke", {
    params: { tool_id: toolId },
    body: {
      inputs,
      dry_run: dryRun,
      message_id: newId(),
      ...(session && { session_id: session }),
    },
    deadlineMs: 300_000,
  });

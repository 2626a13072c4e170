import { queryOptions } from "@tanstack/react-query";
import { newId } from "../base/new-id.ts";
import type { Json, JsonObject } from "./json.ts";
import type { List } from "./list.ts";
import type { Outcome } from "./outcome.ts";
import { request } from "./request.ts";

export type RiskLevel = "LOW" | "MED" | "HIGH" | "CRITICAL";
export type SourceType = "builtin" | "skill" | "agent" | "pack" | "ext" | "mcp";

export type Tool = {
  readonly tool_id: string;
  readonly name: string;
  readonly wire_name: string;
  readonly description: string;
  readonly examples?: readonly string[];
  readonly input_schema: JsonObject;
  readonly output_schema: JsonObject | null;
  readonly risk_level: RiskLevel;
  readonly risk_reasons: readonly string[];
  readonly side_effect_tags: readonly string[];
  readonly behaviour: {
    readonly read_only: boolean;
    readonly idempotent: boolean;
    readonly dry_run: boolean;
    readonly timeout_ms: number;
  };
  readonly source_type: SourceType;
  readonly source_id: string;
  readonly capability_id: string;
  readonly trust: string;
  readonly version: string;
  readonly digest: string;
  readonly enabled: boolean;
};

/** The catalog is small, and every card needs some of it: it is read once. */
export const toolsQuery = () =>
  queryOptions({
    queryKey: ["tools"],
    queryFn: ({ signal }) => request<List<Tool>>("GET", "/v1/tools?limit=2000", { signal }),
    staleTime: 60_000,
  });

export const invokeTool = (toolId: string, inputs: Json, dryRun: boolean) =>
  request<Outcome>("POST", `/v1/tools/${encodeURIComponent(toolId)}/invoke`, {
    body: { inputs, dry_run: dryRun, message_id: newId() },
    deadlineMs: 300_000,
  });

import { queryOptions } from "@tanstack/react-query";
import type { JsonObject } from "./json.ts";
import type { List } from "./list.ts";
import { request } from "./request.ts";
import type { SourceType } from "./tool.ts";

export type Capability = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly status: "draft" | "available" | "coming_soon" | "deprecated" | "retired";
  readonly kind: SourceType;
  readonly version: string;
  readonly icon?: string;
  readonly category?: string;
  readonly system_prompt?: string;
  readonly dependencies?: readonly string[];
  readonly config_schema?: JsonObject;
  readonly problem?: string;
  readonly tools: readonly string[];
};

export const capabilitiesQuery = () =>
  queryOptions({
    queryKey: ["capabilities"],
    queryFn: ({ signal }) =>
      request<List<Capability>>("GET", "/v1/capabilities?limit=2000", { signal }),
    staleTime: 60_000,
  });

type Checked = { readonly id: string; readonly version: string; readonly tools: number };

export const checkCapability = (manifest: JsonObject) =>
  request<Checked>("POST", "/v1/capabilities/check", { body: manifest });

export const addCapability = (manifest: JsonObject) =>
  request<Capability>("POST", "/v1/capabilities", { body: manifest });

export const removeCapability = (id: string) =>
  request<unknown>("DELETE", `/v1/capabilities/${encodeURIComponent(id)}`);

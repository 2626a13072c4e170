import { queryOptions } from "@tanstack/react-query";
import type { JsonObject } from "./json.ts";
import type { List } from "./list.ts";
import { request } from "./request.ts";
import type { Tool } from "./tool.ts";

export type AgentEntry =
  | string
  | {
      readonly id: string;
      readonly config?: JsonObject;
      readonly aliases?: Readonly<Record<string, string>>;
    };

export type Agent = {
  readonly id: string;
  readonly name: string;
  readonly system_prompt: string;
  readonly status: string;
  readonly model?: string;
  readonly capabilities: readonly AgentEntry[];
  readonly created_at: string;
};

export type Preview = {
  readonly system_prompt: string;
  readonly tools: readonly Tool[];
  readonly warnings: readonly string[];
  readonly estimated_tokens: number;
};

export type AgentDraft = {
  readonly name: string;
  readonly system_prompt: string;
  readonly model?: string | null;
  readonly capabilities: readonly AgentEntry[];
};

export const agentsQuery = () =>
  queryOptions({
    queryKey: ["agents", "list"],
    queryFn: ({ signal }) => request<List<Agent>>("GET", "/v1/agents?limit=500", { signal }),
    staleTime: 10_000,
  });

const path = (id: string, rest = "") => `/v1/agents/${encodeURIComponent(id)}${rest}`;

export const agentQuery = (id: string) =>
  queryOptions({
    queryKey: ["agents", "one", id],
    queryFn: ({ signal }) => request<Agent>("GET", path(id), { signal }),
  });

/** What a model would be sent of an agent as it stands on the page, saved or not. */
export const previewQuery = (draft: AgentDraft) =>
  queryOptions({
    queryKey: ["agents", "preview", draft],
    queryFn: ({ signal }) =>
      request<Preview>("POST", "/v1/agents/preview", { body: bodyOf(draft), signal }),
    retry: false,
    gcTime: 10_000,
  });

export const createAgent = (draft: AgentDraft) =>
  request<Agent>("POST", "/v1/agents", { body: bodyOf(draft) });

const bodyOf = ({ model, ...draft }: AgentDraft) => ({ ...draft, ...(model && { model }) });

export const patchAgent = (id: string, draft: AgentDraft) =>
  request<Agent>("PATCH", path(id), { body: draft });

export const removeAgent = (id: string) => request<unknown>("DELETE", path(id));

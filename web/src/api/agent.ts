import { queryOptions } from "@tanstack/react-query";
import type { AgentEntry } from "../../../src/http/client/wire.ts";
import { request } from "./request.ts";

export type { Agent, AgentEntry, AgentPreview } from "../../../src/http/client/wire.ts";

export type AgentDraft = {
  readonly name: string;
  readonly system_prompt: string;
  readonly model?: string | null;
  readonly capabilities: readonly AgentEntry[];
};

export const agentsQuery = () =>
  queryOptions({
    queryKey: ["agents", "list"],
    queryFn: ({ signal }) => request("GET /v1/agents", { query: { limit: 500 }, signal }),
    staleTime: 10_000,
  });

export const agentQuery = (id: string) =>
  queryOptions({
    queryKey: ["agents", "one", id],
    queryFn: ({ signal }) => request("GET /v1/agents/:id", { params: { id }, signal }),
  });

/** What a model would be sent of an agent as it stands on the page, saved or not. */
export const previewQuery = (draft: AgentDraft) =>
  queryOptions({
    queryKey: ["agents", "preview", draft],
    queryFn: ({ signal }) => request("POST /v1/agents/preview", { body: bodyOf(draft), signal }),
    retry: false,
    gcTime: 10_000,
  });

export const createAgent = (draft: AgentDraft) =>
  request("POST /v1/agents", { body: bodyOf(draft) });

const bodyOf = ({ model, ...draft }: AgentDraft) => ({ ...draft, ...(model && { model }) });

export const patchAgent = (id: string, draft: AgentDraft) =>
  request("PATCH /v1/agents/:id", { params: { id }, body: draft });

export const removeAgent = (id: string) => request("DELETE /v1/agents/:id", { params: { id } });

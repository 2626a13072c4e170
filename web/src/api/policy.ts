import { queryOptions } from "@tanstack/react-query";
import type { PolicyDraft, Routes } from "../../../src/http/client/wire.ts";
import { request } from "./request.ts";

export type { Effect, Explanation, PolicyText, Replay } from "../../../src/http/client/wire.ts";

export const policyQuery = () =>
  queryOptions({
    queryKey: ["policy"],
    queryFn: ({ signal }) => request("GET /v1/policy", { signal }),
    staleTime: 30_000,
  });

export const explainCall = (body: Routes["POST /v1/policy/explain"]["body"]) =>
  request("POST /v1/policy/explain", { body });

export const checkDraft = (draft: PolicyDraft) =>
  request("POST /v1/policy/check", { body: { draft } });

export const replayDraft = (draft: PolicyDraft, since: string) =>
  request("POST /v1/policy/replay", { body: { draft, since }, deadlineMs: 120_000 });

import { queryOptions } from "@tanstack/react-query";
import type { Json, JsonObject } from "./json.ts";
import { request } from "./request.ts";
import type { Profile } from "./session.ts";

export type Effect = "allow" | "ask" | "ask_admin" | "deny";

export type PolicyText = { readonly name: string; readonly text: string };

type Policy = {
  readonly profile: Profile;
  readonly version: string;
  readonly files: readonly string[];
  readonly rules: readonly PolicyText[];
  readonly shadow_version: string | null;
};

export const policyQuery = () =>
  queryOptions({
    queryKey: ["policy"],
    queryFn: ({ signal }) => request<Policy>("GET", "/v1/policy", { signal }),
    staleTime: 30_000,
  });

type AppliedRule = {
  readonly id: string;
  readonly effect: "permit" | "forbid";
  readonly file: string;
  readonly line: number;
  readonly reason: string;
};

export type Explanation = {
  readonly decision: { readonly effect: Effect; readonly reason: string; readonly rule: string };
  readonly levels: readonly {
    readonly level: number;
    readonly allowed: boolean;
    readonly rules: readonly AppliedRule[];
    readonly errors: readonly { readonly rule: string; readonly message: string }[];
  }[];
  readonly facts: JsonObject;
  readonly would_change: readonly { readonly change: string; readonly effect: Effect }[];
};

export const explainCall = (body: { tool_id: string; inputs: Json; profile?: Profile }) =>
  request<Explanation>("POST", "/v1/policy/explain", { body });

type Draft = { readonly name: string; readonly text: string };

type Checked = {
  readonly ok: boolean;
  readonly problems: readonly {
    readonly file: string;
    readonly line: number;
    readonly column: number;
    readonly message: string;
  }[];
};

export const checkDraft = (draft: Draft) =>
  request<Checked>("POST", "/v1/policy/check", { body: { draft } });

export type Replay = {
  readonly decided: number;
  readonly unchanged: number;
  readonly redacted: number;
  readonly gone: number;
  readonly differing: readonly {
    readonly invocation_id: string;
    readonly at: string;
    readonly tool_id: string;
    readonly was: Effect;
    readonly now: Effect;
    readonly rule: string;
    readonly reason: string;
  }[];
};

export const replayDraft = (draft: Draft, since: string) =>
  request<Replay>("POST", "/v1/policy/replay", { body: { draft, since }, deadlineMs: 120_000 });

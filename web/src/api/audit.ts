import { queryOptions } from "@tanstack/react-query";
import type { JsonObject } from "./json.ts";
import type { List } from "./list.ts";
import { request } from "./request.ts";

export type AuditRecord = {
  readonly id: string;
  readonly stream: string;
  readonly sequence: number;
  readonly ts: string;
  readonly type: string;
  readonly actor: string;
  readonly session_id: string | null;
  readonly invocation_id: string | null;
  readonly tool_id: string | null;
  readonly data: JsonObject;
  readonly hash: string;
  readonly erased?: true;
};

export type AuditFilter = {
  readonly session_id?: string | undefined;
  readonly tool_id?: string | undefined;
  readonly invocation_id?: string | undefined;
  /** One, or several with commas between them. */
  readonly type?: string | undefined;
  readonly since?: string | undefined;
  readonly limit?: number;
  readonly offset?: number;
};

export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ["audit", filter],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams();
      for (const [key, value] of Object.entries(filter)) {
        if (value !== undefined) query.set(key, String(value));
      }
      return request<List<AuditRecord>>("GET", `/v1/audit?${query}`, { signal });
    },
  });

export type AuditVerdict = {
  readonly ok: boolean;
  readonly streams: number;
  readonly records: number;
  readonly checkpoints: number;
  readonly first_bad?: {
    readonly stream: string;
    readonly sequence: number;
    readonly reason: string;
  };
};

export const verdictQuery = () =>
  queryOptions({
    queryKey: ["audit-verdict"],
    queryFn: ({ signal }) =>
      request<AuditVerdict>("GET", "/v1/audit/verify", { signal, deadlineMs: 120_000 }),
    staleTime: 60_000,
  });

import { queryOptions } from "@tanstack/react-query";
import type { AuditRecord, Routes } from "../../../src/http/client/wire.ts";
import { request } from "./request.ts";

export type { AuditRecord, AuditType } from "../../../src/http/client/wire.ts";

export type AuditFilter = NonNullable<Routes["GET /v1/audit"]["query"]>;

/** What a call ended with; the record of an erased one does not say it any longer. */
export function endOf({ data, erased }: AuditRecord): string {
  return erased ? "erased" : String(data.state);
}

export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ["audit", filter],
    queryFn: ({ signal }) => request("GET /v1/audit", { query: filter, signal }),
  });

export const verdictQuery = () =>
  queryOptions({
    queryKey: ["audit-verification"],
    queryFn: ({ signal }) => request("GET /v1/audit/verify", { signal, deadlineMs: 120_000 }),
    staleTime: 60_000,
  });

import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export type Overview = {
  readonly from: string;
  readonly to: string;
  readonly step_s: number;
  readonly turns: readonly {
    readonly ts: string;
    readonly count: number;
    readonly failed: number;
    readonly p50_ms: number | null;
    readonly p95_ms: number | null;
  }[];
  readonly approvals: readonly {
    readonly ts: string;
    readonly asked: number;
    readonly answered: number;
  }[];
  readonly tools: readonly {
    readonly tool_id: string;
    readonly calls: number;
    readonly failed: number;
  }[];
  readonly tokens: readonly {
    readonly ts: string;
    readonly input: number;
    readonly output: number;
    /** In the owner's currency; of models without a price, nothing. */
    readonly cost?: number;
  }[];
  readonly queue: { readonly busy: boolean; readonly depth: number };
  readonly approvals_pending: number;
  readonly sessions_open: number;
};

export const overviewQuery = (hours: number) =>
  queryOptions({
    queryKey: ["overview", hours],
    queryFn: ({ signal }) => request<Overview>("GET", `/v1/overview?hours=${hours}`, { signal }),
    refetchInterval: 30_000,
    retry: false,
  });

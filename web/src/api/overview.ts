import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export type { Overview } from "../../../src/http/client/wire.ts";

export const overviewQuery = (hours: number) =>
  queryOptions({
    queryKey: ["overview", hours],
    queryFn: ({ signal }) => request("GET /v1/overview", { query: { hours }, signal }),
    refetchInterval: 30_000,
    retry: false,
  });

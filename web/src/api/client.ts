import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export type { McpClient } from "../../../src/http/client/wire.ts";

const REFETCH_MS = 5_000;

/** They come and go by themselves: they are looked at again while somebody looks. */
export const clientsQuery = () =>
  queryOptions({
    queryKey: ["clients", "list"],
    queryFn: ({ signal }) => request("GET /v1/mcp-clients", { signal }),
    refetchInterval: REFETCH_MS,
  });

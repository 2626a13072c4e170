import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export type { FoundMcpServer, McpServer } from "../../../src/http/client/wire.ts";

const REFETCH_MS = 5_000;

/** Servers come and go by themselves: they are looked at again while somebody looks. */
export const serversQuery = () =>
  queryOptions({
    queryKey: ["servers", "list"],
    queryFn: ({ signal }) => request("GET /v1/mcp-servers", { query: { limit: 500 }, signal }),
    refetchInterval: REFETCH_MS,
  });

export const serverQuery = (id: string) =>
  queryOptions({
    queryKey: ["servers", "one", id],
    queryFn: ({ signal }) => request("GET /v1/mcp-servers/:id", { params: { id }, signal }),
    refetchInterval: REFETCH_MS,
    retry: false,
  });

/** What trusted projects ask for, and nobody has added. */
export const foundServersQuery = () =>
  queryOptions({
    queryKey: ["servers", "found"],
    queryFn: ({ signal }) =>
      request("GET /v1/found-mcp-servers", { query: { limit: 500 }, signal }),
  });

export const addFoundServer = (
  { id, project, digest }: { id: string; project: string; digest: string },
  token: string,
) =>
  request("POST /v1/found-mcp-servers", {
    body: { id, project, digest },
    token,
    deadlineMs: SLOW_MS,
  });

/** The first start of a package that has to be fetched takes its time. */
const SLOW_MS = 180_000;

export const removeServer = (id: string, token: string) =>
  request("DELETE /v1/mcp-servers/:id", { params: { id }, token });

export const refreshServer = (id: string, token: string) =>
  request("POST /v1/mcp-servers/:id/refresh", { params: { id }, token, deadlineMs: SLOW_MS });

/** A link for a person to open. Nothing is opened by it. */
export const signInAtServer = (id: string, token: string) =>
  request("POST /v1/mcp-servers/:id/sign-in", { params: { id }, token, deadlineMs: 60_000 });

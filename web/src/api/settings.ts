import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export type { Quota } from "../../../src/http/client/wire.ts";

/** They change only with a restart. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: ["settings"],
    queryFn: ({ signal }) => request("GET /v1/settings", { signal }),
    staleTime: 60_000,
  });

export const secretsQuery = () =>
  queryOptions({
    queryKey: ["secrets"],
    queryFn: ({ signal }) => request("GET /v1/secrets", { query: { limit: 500 }, signal }),
  });

export const putSecret = (name: string, value: string, tools: readonly string[], token: string) =>
  request("PUT /v1/secrets/:name", {
    params: { name },
    body: { value, ...(tools.length > 0 && { tools: [...tools] }) },
    token,
  });

export const removeSecret = (name: string, token: string) =>
  request("DELETE /v1/secrets/:name", { params: { name }, token });

import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export const haltQuery = () =>
  queryOptions({
    queryKey: ["halt"],
    queryFn: ({ signal }) => request("GET /v1/halt", { signal }),
    refetchInterval: ({ state }) => (state.error ? 2_000 : 15_000),
  });

export const setHalt = (reason: string) => request("POST /v1/halt", { body: { reason } });

export const liftHalt = (token: string) => request("DELETE /v1/halt", { token });

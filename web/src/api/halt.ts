import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

type Halted = {
  readonly halted: boolean;
  readonly halt: { readonly by: string; readonly reason: string; readonly since: string } | null;
};

export const haltQuery = () =>
  queryOptions({
    queryKey: ["halt"],
    queryFn: ({ signal }) => request<Halted>("GET", "/v1/halt", { signal }),
    refetchInterval: ({ state }) => (state.error ? 2_000 : 15_000),
  });

export const setHalt = (reason: string, token: string) =>
  request<Halted>("POST", "/v1/halt", { body: { reason }, token });

export const liftHalt = (token: string) => request<Halted>("DELETE", "/v1/halt", { token });

import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

type Answering = { readonly name: string; readonly is_offline: boolean };

/** What answers where an agent names no model. It changes only with a restart. */
export const modelQuery = () =>
  queryOptions({
    queryKey: ["model"],
    queryFn: ({ signal }) => request<Answering>("GET", "/v1/model", { signal }),
    staleTime: 60_000,
  });

import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

/** What answers where an agent names no model. It changes only with a restart. */
export const modelQuery = () =>
  queryOptions({
    queryKey: ["model"],
    queryFn: ({ signal }) => request("GET /v1/model", { signal }),
    staleTime: 60_000,
  });

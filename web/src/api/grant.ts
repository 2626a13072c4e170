import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export const grantsQuery = () =>
  queryOptions({
    queryKey: ["grants"],
    queryFn: ({ signal }) => request("GET /v1/grants", { query: { limit: 200 }, signal }),
  });

export const revokeGrant = (id: string) => request("DELETE /v1/grants/:id", { params: { id } });

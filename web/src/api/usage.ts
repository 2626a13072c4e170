import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export type { Usage } from "../../../src/http/client/wire.ts";

export const usageQuery = (id: string) =>
  queryOptions({
    queryKey: ["usage", id],
    queryFn: ({ signal }) => request("GET /v1/sessions/:id/usage", { params: { id }, signal }),
    retry: false,
  });

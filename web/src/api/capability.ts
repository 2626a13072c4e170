import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export type { Capability } from "../../../src/http/client/wire.ts";

export const capabilitiesQuery = () =>
  queryOptions({
    queryKey: ["capabilities"],
    queryFn: ({ signal }) => request("GET /v1/capabilities", { query: { limit: 2_000 }, signal }),
    staleTime: 60_000,
  });

/** Folders of this machine that could not be installed. Only who may approve sees where they lie. */
export const refusedFoldersQuery = () =>
  queryOptions({
    queryKey: ["refused-folders"],
    queryFn: ({ signal }) => request("GET /v1/refused-folders", { query: { limit: 200 }, signal }),
    staleTime: 60_000,
    retry: false,
  });

/** What the author of an agent or a skill wrote about it. */
export const documentationQuery = (id: string) =>
  queryOptions({
    queryKey: ["capabilities", id, "documentation"],
    queryFn: ({ signal }) =>
      request("GET /v1/capabilities/:id/documentation", { params: { id }, signal }),
    staleTime: 60_000,
  });

export const removeCapability = (id: string) =>
  request("DELETE /v1/capabilities/:id", { params: { id } });

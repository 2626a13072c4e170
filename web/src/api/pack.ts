import { queryOptions } from "@tanstack/react-query";
import { request, send } from "./request.ts";

export type { Pack, PackDetails, PackFileChange } from "../../../src/http/client/wire.ts";

const LISTED = 100;

export const packsQuery = (search = "") =>
  queryOptions({
    queryKey: ["packs", "list", search],
    queryFn: ({ signal }) =>
      request("GET /v1/packs", { query: { limit: LISTED, search: search || undefined }, signal }),
    placeholderData: (before) => before,
  });

export const packQuery = (id: string) =>
  queryOptions({
    queryKey: ["packs", "one", id],
    queryFn: ({ signal }) => request("GET /v1/packs/:id", { params: { id }, signal }),
    retry: false,
  });

/** Fetched with the token, so that nothing a pack brings is ever opened as a page (A117). */
export const packFileQuery = (id: string, path: string, digest: string) =>
  queryOptions({
    queryKey: ["packs", "file", id, path, digest],
    queryFn: async ({ signal }) => {
      const params = { id, path };
      return (await send("GET /v1/packs/:id/files/:path{.+}", { params, signal })).blob();
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const sessionPacksQuery = (id: string) =>
  queryOptions({
    queryKey: ["packs", "session", id],
    queryFn: ({ signal }) => request("GET /v1/sessions/:id/packs", { params: { id }, signal }),
  });

export const refreshPack = (id: string) =>
  request("POST /v1/packs/:id/refresh", { params: { id }, body: {} });

export const removePack = (id: string) => request("DELETE /v1/packs/:id", { params: { id } });

export const attachPack = (id: string, packId: string, openReads: boolean) =>
  request("PUT /v1/sessions/:id/packs/:pack_id", {
    params: { id, pack_id: packId },
    body: { open_reads: openReads, open_tools: openReads },
  });

export const detachPack = (id: string, packId: string) =>
  request("DELETE /v1/sessions/:id/packs/:pack_id", { params: { id, pack_id: packId } });

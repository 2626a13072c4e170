import { queryOptions } from "@tanstack/react-query";
import { request, send } from "./request.ts";

export type { SessionArtifact, SessionFile } from "../../../src/http/client/wire.ts";

export const filesQuery = (id: string) =>
  queryOptions({
    queryKey: ["files", id],
    queryFn: ({ signal }) =>
      request("GET /v1/sessions/:id/files", {
        params: { id },
        query: { path: "/", recursive: "true" },
        signal,
      }),
    retry: false,
  });

export const artifactsQuery = (id: string) =>
  queryOptions({
    queryKey: ["artifacts", id],
    queryFn: ({ signal }) =>
      request("GET /v1/sessions/:id/artifacts", { params: { id }, query: { limit: 500 }, signal }),
    retry: false,
  });

/** Fetched with the token, so that nothing a session made is ever opened as a page (A117). */
export const fileQuery = (id: string, path: string) =>
  queryOptions({
    queryKey: ["file", id, path],
    queryFn: async ({ signal }) => {
      const params = { id, path };
      return (await send("GET /v1/sessions/:id/files/:path{.+}", { params, signal })).blob();
    },
    retry: false,
  });

export const putFile = (id: string, path: string, body: Blob) =>
  request("PUT /v1/sessions/:id/files/:path{.+}", {
    params: { id, path },
    body,
    headers: { "content-type": "application/octet-stream" },
    deadlineMs: 120_000,
  });

export const deleteFile = (id: string, path: string) =>
  request("DELETE /v1/sessions/:id/files/:path{.+}", { params: { id, path } });

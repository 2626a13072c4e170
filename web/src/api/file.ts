import { queryOptions } from "@tanstack/react-query";
import type { List } from "./list.ts";
import type { Artifact } from "./outcome.ts";
import { request, send } from "./request.ts";
import { sessionPath } from "./session.ts";

export type SessionFile = {
  readonly path: string;
  readonly name: string;
  readonly is_directory: boolean;
  readonly size_bytes: number;
  readonly updated_at: string;
  readonly mime?: string | null;
};

export const filesQuery = (id: string) =>
  queryOptions({
    queryKey: ["files", id],
    queryFn: ({ signal }) =>
      request<List<SessionFile>>(
        "GET",
        sessionPath(id, "/files?list=true&path=%2F&recursive=true&limit=2000"),
        { signal },
      ),
    retry: false,
  });

export const artifactsQuery = (id: string) =>
  queryOptions({
    queryKey: ["artifacts", id],
    queryFn: ({ signal }) =>
      request<List<Artifact>>("GET", sessionPath(id, "/artifacts?limit=500"), { signal }),
    retry: false,
  });

/** Fetched with the token, so that nothing a session made is ever opened as a page (A117). */
export const fileQuery = (id: string, path: string) =>
  queryOptions({
    queryKey: ["file", id, path],
    queryFn: async ({ signal }) => (await send("GET", filePath(id, path), { signal })).blob(),
    retry: false,
  });

export const putFile = (id: string, path: string, raw: Blob) =>
  request<SessionFile>("PUT", filePath(id, path), {
    raw,
    headers: { "content-type": "application/octet-stream" },
    deadlineMs: 120_000,
  });

export const deleteFile = (id: string, path: string) =>
  request<unknown>("DELETE", filePath(id, path));

function filePath(id: string, path: string): string {
  const parts = path.split("/").filter(Boolean).map(encodeURIComponent);
  return sessionPath(id, `/files/${parts.join("/")}`);
}

import { queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export type { Extension, ExtensionDetails } from "../../../src/http/client/wire.ts";

export const extensionsQuery = () =>
  queryOptions({
    queryKey: ["extensions", "list"],
    queryFn: ({ signal }) => request("GET /v1/extensions", { query: { limit: 500 }, signal }),
  });

export const extensionQuery = (id: string) =>
  queryOptions({
    queryKey: ["extensions", "one", id],
    queryFn: ({ signal }) => request("GET /v1/extensions/:id", { params: { id }, signal }),
    retry: false,
  });

export const enableExtension = (id: string, enabled: boolean, token: string) =>
  request("PATCH /v1/extensions/:id", { params: { id }, body: { enabled }, token });

export const removeExtension = (id: string, token: string) =>
  request("DELETE /v1/extensions/:id", { params: { id }, token });

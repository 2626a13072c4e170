import { queryOptions } from "@tanstack/react-query";
import type { Json, Routes } from "../../../src/http/client/wire.ts";
import { request } from "./request.ts";

export type { OfferOption, Profile, Session } from "../../../src/http/client/wire.ts";

export const sessionsQuery = (limit: number, offset = 0, search = "") =>
  queryOptions({
    queryKey: ["sessions", "list", limit, offset, search],
    queryFn: ({ signal }) =>
      request("GET /v1/sessions", {
        query: { limit, offset, search: search || undefined },
        signal,
      }),
  });

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ["sessions", "one", id],
    queryFn: ({ signal }) => request("GET /v1/sessions/:id", { params: { id }, signal }),
  });

type NewSession = NonNullable<Routes["POST /v1/sessions"]["body"]>;

export const openSession = (wanted: NewSession, token?: string) =>
  request("POST /v1/sessions", { body: wanted, token });

export const sendMessage = (id: string, body: Routes["POST /v1/sessions/:id/messages"]["body"]) =>
  request("POST /v1/sessions/:id/messages", { params: { id }, body });

export const renameSession = (id: string, title: string) =>
  request("PATCH /v1/sessions/:id", { params: { id }, body: { title } });

export const moveSession = (id: string, move: "cancel" | "pause") =>
  request(`POST /v1/sessions/:id/${move}`, { params: { id }, body: {} });

export const forkSession = (id: string, messageId?: string) =>
  request("POST /v1/sessions/:id/fork", { params: { id }, body: { message_id: messageId } });

export const deleteSession = (id: string) => request("DELETE /v1/sessions/:id", { params: { id } });

export type Resume = Routes["POST /v1/sessions/:id/resume"]["body"];

export const resumeSession = (id: string, body: Resume) =>
  request("POST /v1/sessions/:id/resume", { params: { id }, body });

/** The same, and answers once the turn rests or waits. */
export const resumeAndWait = (id: string, body: Resume, waitMs: number) =>
  request("POST /v1/sessions/:id/resume", {
    params: { id },
    query: { wait_ms: waitMs },
    body,
    deadlineMs: waitMs + 30_000,
  });

export const putSpec = (id: string, content: Json) =>
  request("PUT /v1/sessions/:id/spec", { params: { id }, body: { content } });

export const freezeSpec = (id: string, digest: string) =>
  request("POST /v1/sessions/:id/spec/freeze", { params: { id }, body: { digest } });

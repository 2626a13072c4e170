import { queryOptions } from "@tanstack/react-query";
import type { Context } from "../../../src/http/client/wire.ts";
import { newId } from "../base/new-id.ts";
import type { JsonObject } from "./json.ts";
import { request } from "./request.ts";

export type { Context, Skill, SkillContract } from "../../../src/http/client/wire.ts";

const LISTED = 200;
export const CONTEXT_PAGE = 10;
const LOOK_AGAIN_MS = 2_000;

export const skillsQuery = () =>
  queryOptions({
    queryKey: ["skills", "list"],
    queryFn: ({ signal }) => request("GET /v1/skills", { query: { limit: LISTED }, signal }),
  });

export const skillQuery = (name: string) =>
  queryOptions({
    queryKey: ["skills", "one", name],
    queryFn: ({ signal }) => request("GET /v1/skills/:name", { params: { name }, signal }),
    retry: false,
  });

export const contextsQuery = (skill: string, offset: number) =>
  queryOptions({
    queryKey: ["contexts", "list", skill, offset],
    queryFn: ({ signal }) =>
      request("GET /v1/contexts", { query: { skill, offset, limit: CONTEXT_PAGE }, signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data } }) => (data?.items.some(isMoving) ? LOOK_AGAIN_MS : false),
  });

/** What goes on by itself is looked at again; a question stays as it is while somebody answers it. */
export const contextQuery = (id: string) =>
  queryOptions({
    queryKey: ["contexts", "one", id],
    queryFn: ({ signal }) => request("GET /v1/contexts/:id", { params: { id }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data } }) => (data && isMoving(data) ? LOOK_AGAIN_MS : false),
  });

function isMoving({ state }: Pick<Context, "state">): boolean {
  return state === "delegating" || state === "in_progress";
}

/** With a token, only the run as it stood with that token. */
export const cancelContext = (id: string, resumeToken: string | null) =>
  request("POST /v1/contexts/:id/cancel", {
    params: { id },
    body: { ...(resumeToken !== null && { resume_token: resumeToken }) },
  });

/** Something has to come before it goes on. */
export function isWaiting({ state }: Pick<Context, "state">): boolean {
  return state === "input_required" || state === "paused" || state === "delegating";
}

type Turn = {
  readonly contextId: string;
  readonly inputs: JsonObject;
  /** Of a run that waits: the newest that was seen of it. */
  readonly resumeToken?: string | null;
};

export const invokeSkill = (name: string, { contextId, inputs, resumeToken }: Turn) =>
  request("POST /v1/skills/:name/invoke", {
    params: { name },
    body: {
      context_id: contextId,
      inputs,
      message_id: newId(),
      ...(resumeToken && { resume: true, resume_token: resumeToken }),
    },
    deadlineMs: 300_000,
  });

import { queryOptions } from "@tanstack/react-query";
import type { Json } from "./json.ts";
import type { List } from "./list.ts";
import type { ContentPart } from "./message.ts";
import { request } from "./request.ts";

export type State =
  | "pending"
  | "in_progress"
  | "completed"
  | "failed"
  | "timeout"
  | "blocked"
  | "escalated"
  | "input_required"
  | "delegating"
  | "paused";

export type InputRequest = {
  readonly kind: "fields" | "approval" | "confirmation" | "reconcile";
  readonly reason: string;
  readonly fields?: readonly Json[];
  readonly approval_ids?: readonly string[];
  readonly invocation_id?: string;
};

export type Spec = {
  readonly content: Json;
  readonly digest: string;
  readonly frozen_at: string | null;
  readonly frozen_by: string | null;
  readonly updated_at: string;
};

export type Session = {
  readonly id: string;
  readonly agent_id: string;
  readonly title: string;
  readonly state: State;
  readonly turn: number;
  readonly version: number;
  readonly mode: "planning" | "execution";
  readonly profile: Profile;
  readonly resume_token: string;
  readonly input_request: InputRequest | null;
  readonly spec: Spec | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export type Profile = "auto" | "risk" | "strict" | "governed";

export const sessionsQuery = (limit: number, offset = 0) =>
  queryOptions({
    queryKey: ["sessions", "list", limit, offset],
    queryFn: ({ signal }) =>
      request<List<Session>>("GET", `/v1/sessions?limit=${limit}&offset=${offset}`, { signal }),
  });

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ["sessions", "one", id],
    queryFn: ({ signal }) => request<Session>("GET", sessionPath(id), { signal }),
  });

export function sessionPath(id: string, rest = ""): string {
  return `/v1/sessions/${encodeURIComponent(id)}${rest}`;
}

type NewSession = { agent_id?: string; profile?: Profile; mode?: Session["mode"] };

export const openSession = (wanted: NewSession, token?: string) =>
  request<Session>("POST", "/v1/sessions", { body: wanted, token });

export const sendMessage = (
  id: string,
  body: {
    content: string | readonly ContentPart[];
    message_id: string;
    on_pending?: "queue" | "withdraw";
  },
) => request<{ session: Session }>("POST", sessionPath(id, "/messages"), { body });

export const renameSession = (id: string, title: string) =>
  request<Session>("PATCH", sessionPath(id), { body: { title } });

export const moveSession = (id: string, move: "cancel" | "pause") =>
  request<Session>("POST", sessionPath(id, `/${move}`), { body: {} });

export const forkSession = (id: string, messageId?: string) =>
  request<Session>("POST", sessionPath(id, "/fork"), {
    body: messageId ? { message_id: messageId } : {},
  });

export const deleteSession = (id: string) => request<unknown>("DELETE", sessionPath(id));

type Resume = { resume_token: string; inputs?: Json; reconcile?: "ran" | "not_run" | "run_again" };

export const resumeSession = (id: string, body: Resume) =>
  request<unknown>("POST", sessionPath(id, "/resume"), { body });

export const putSpec = (id: string, content: Json) =>
  request<Session>("PUT", sessionPath(id, "/spec"), { body: { content } });

export const freezeSpec = (id: string, digest: string) =>
  request<Session>("POST", sessionPath(id, "/spec/freeze"), { body: { digest } });

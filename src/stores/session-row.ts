import { InputRequest } from "../schema/input-request.ts";
import { Session } from "../schema/session.ts";
import { Spec } from "../schema/spec.ts";
import { checkStored, decodeJson, parseStoredObject } from "./decode-json.ts";

export type SessionRow = {
  id: string;
  agent_id: string;
  title: string;
  state: string;
  turn: number;
  last_turn: number;
  version: number;
  mode: string;
  profile: string;
  input_request: string | null;
  created_by: string;
  creator_scopes: string;
  spec: string | null;
  attachments: string;
  created_at: string;
  updated_at: string;
};

export const SESSION_COLUMNS = [
  "id",
  "agent_id",
  "title",
  "state",
  "turn",
  "last_turn",
  "version",
  "mode",
  "profile",
  "input_request",
  "created_by",
  "creator_scopes",
  "spec",
  "attachments",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof SessionRow)[];

/**
 * What a move writes. A message may be accepted and a spec changed while a turn runs: a move that
 * wrote what its writer once read of them would undo that. Who opened a session never changes.
 */
export const MOVED_COLUMNS = [
  "id",
  "agent_id",
  "title",
  "state",
  "turn",
  "version",
  "mode",
  "profile",
  "input_request",
  "updated_at",
] as const satisfies readonly (keyof SessionRow)[];

type MovedRow = Pick<SessionRow, (typeof MOVED_COLUMNS)[number]>;

export function encodeMove(session: Session): MovedRow {
  return {
    id: session.id,
    agent_id: session.agentId,
    title: session.title,
    state: session.state,
    turn: session.turn,
    version: session.version,
    mode: session.mode,
    profile: session.profile,
    input_request: session.inputRequest && JSON.stringify(session.inputRequest),
    updated_at: session.updatedAt,
  };
}

export function encodeSession(session: Session): SessionRow {
  return {
    ...encodeMove(session),
    last_turn: session.lastTurn,
    created_by: session.createdBy,
    creator_scopes: JSON.stringify(session.creatorScopes),
    spec: session.spec && JSON.stringify(session.spec),
    attachments: JSON.stringify(session.attachments),
    created_at: session.createdAt,
  };
}

export function decodeSession(row: SessionRow): Session {
  return {
    id: row.id,
    agentId: row.agent_id,
    title: row.title,
    state: row.state as Session["state"],
    turn: row.turn,
    lastTurn: row.last_turn,
    version: row.version,
    mode: row.mode as Session["mode"],
    profile: row.profile as Session["profile"],
    inputRequest:
      row.input_request === null
        ? null
        : decodeJson(InputRequest, row.input_request, "sessions.input_request"),
    createdBy: row.created_by,
    creatorScopes: scopesOf(row.creator_scopes),
    spec: row.spec === null ? null : decodeSpec(row.spec),
    attachments: attachmentsOf(row.attachments),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

// There are a handful of them: each is checked once.
const scopes = new Map<string, Session["creatorScopes"]>();

function scopesOf(text: string): Session["creatorScopes"] {
  const known = scopes.get(text);
  if (known) return known;
  const checked = decodeJson(Session.shape.creatorScopes, text, "sessions.creator_scopes");
  scopes.set(text, checked);
  return checked;
}

/** Most sessions have none. */
function attachmentsOf(text: string): Session["attachments"] {
  if (text === "[]") return NO_ATTACHMENTS;
  return decodeJson(Session.shape.attachments, text, "sessions.attachments");
}

const NO_ATTACHMENTS: Session["attachments"] = [];

const SpecFrame = Spec.omit({ content: true });

/** The content is any JSON: to check a large one again would take longer than the rest of a read. */
function decodeSpec(text: string): Spec {
  const { content = null, ...frame } = parseStoredObject(text, "sessions.spec");
  return { content, ...checkStored(SpecFrame, frame, "sessions.spec") };
}

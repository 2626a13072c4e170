import { canonicalJson } from "../../base/canonical-json.ts";
import { InputRequest } from "../../schema/input-request.ts";
import { Session, SessionError } from "../../schema/session.ts";
import { Spec } from "../../schema/spec.ts";
import { checkStored, decodeJson, parseStoredObject } from "../decode-json.ts";
import { defineUpdate, insertInto } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { type PerDialect, selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";
import { readEvents } from "./events.ts";
import { readMessages } from "./messages.ts";

type SessionRow = {
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
  error: string | null;
  created_by: string;
  creator_scopes: string;
  spec: string | null;
  attachments: string;
  tainted_at: string | null;
  created_at: string;
  updated_at: string;
};

const COLUMNS = [
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
  "error",
  "created_by",
  "creator_scopes",
  "spec",
  "attachments",
  "tainted_at",
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
  "error",
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
    error: session.error && JSON.stringify(session.error),
    updated_at: session.updatedAt,
  };
}

function encode(session: Session): SessionRow {
  return {
    ...encodeMove(session),
    last_turn: session.lastTurn,
    created_by: session.createdBy,
    creator_scopes: JSON.stringify(session.creatorScopes),
    spec: session.spec && JSON.stringify(session.spec),
    attachments: encodeAttachments(session.attachments),
    tainted_at: session.taintedAt,
    created_at: session.createdAt,
  };
}

function decode(row: SessionRow): Session {
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
    error: row.error === null ? null : decodeJson(SessionError, row.error, "sessions.error"),
    createdBy: row.created_by,
    creatorScopes: scopesOf(row.creator_scopes),
    spec: row.spec === null ? null : decodeSpec(row.spec),
    attachments: attachmentsOf(row.attachments),
    taintedAt: row.tainted_at,
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

/** Canonical: a writer's expectation is compared as text. */
function encodeAttachments(attachments: Session["attachments"]): string {
  return canonicalJson(
    attachments.map(({ pack, ...rest }) => ({ ...rest, ...(pack && { pack }) })),
  );
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

// PostgreSQL has what a writer of the spec expects in columns: it cannot read all JSON.
const insert = template({
  sqlite: insertInto("sessions", COLUMNS, 3),
  postgres: insertInto("sessions", ["spec_digest", "spec_frozen_at", ...COLUMNS]),
});
const putSpec = template({
  sqlite: `
    update sessions set spec = $2
    where id = $1 and spec ->> 'digest' is $5 and spec ->> 'frozenAt' is $6`,
  postgres: `
    update sessions set spec = $2, spec_digest = $3, spec_frozen_at = $4
    where id = $1 and spec_digest is not distinct from $5
      and spec_frozen_at is not distinct from $6`,
});
const putAttachments = template(
  "update sessions set attachments = $2 where id = $1 and attachments = $3",
);
const taint = template("update sessions set tainted_at = $2 where id = $1 and tainted_at is null");
const move = defineUpdate({
  table: "sessions",
  columns: MOVED_COLUMNS,
  key: "id",
  expect: ["version"],
});

// The condition of the index sessions_unfinished, to the letter: the planner compares them.
const UNFINISHED = `select id from sessions
  where state = 'in_progress' or (last_turn > turn and state in
    ('pending', 'completed', 'failed', 'timeout', 'blocked', 'escalated'))
  order by id`;

/** Looks at every title: for a person who types, not for a turn. */
const FOUND: PerDialect = {
  sqlite: "instr(lower(title || ' ' || id), lower(?)) > 0",
  postgres: `strpos(lower((title || ' ' || id) collate "C"), lower((?)::text collate "C")) > 0`,
};

export const sessions: Table<
  "session.add" | "session.move" | "session.taint" | "spec.put" | "attachments.put",
  "sessions"
> = {
  writes: {
    "session.add": ({ session }) => {
      const { id, spec } = session;
      const row = encode(session);
      const values = COLUMNS.map((column) => row[column]);
      return [
        {
          template: insert,
          values: [spec?.digest ?? null, spec?.frozenAt ?? null, ...values],
          row: `sessions ${id}`,
        },
      ];
    },
    "session.move": ({ session, expect }) => [move(encodeMove(session), [expect])],
    "spec.put": ({ sessionId, spec, expect }) => {
      const stored = [JSON.stringify(spec), spec.digest, spec.frozenAt];
      const expected = [expect?.digest ?? null, expect?.frozenAt ?? null];
      return [
        {
          template: putSpec,
          values: [sessionId, ...stored, ...expected],
          row: `sessions ${sessionId}`,
          subject: sessionId,
        },
      ];
    },
    "attachments.put": ({ sessionId, attachments, expect }) => [
      {
        template: putAttachments,
        values: [sessionId, encodeAttachments(attachments), encodeAttachments(expect)],
        row: `sessions ${sessionId}`,
        subject: sessionId,
      },
    ],
    "session.taint": ({ sessionId, at }) => [
      { template: taint, values: [sessionId, at], row: `taint ${sessionId}` },
    ],
  },
  reads(db) {
    const page = db.page({ table: "sessions", columns: COLUMNS, order: "id desc" }, decode);
    return {
      sessions: {
        get: db.one(selectFrom("sessions", COLUMNS, "where id = $1"), decode),
        list: ({ createdBy, search, ...bounds }) =>
          page(
            [
              ["created_by = ?", createdBy],
              [FOUND[db.dialect], search],
            ],
            bounds,
          ),
        listUnfinished: db.all(UNFINISHED, ({ id }: { id: string }) => id),
        ...readMessages(db),
        ...readEvents(db),
      },
    };
  },
};

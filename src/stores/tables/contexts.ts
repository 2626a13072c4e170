import { isJsonObject } from "../../base/json.ts";
import { Context } from "../../schema/context.ts";
import { decodeJson, parseStored } from "../decode-json.ts";
import { defineEnsure, defineInsert, defineUpdate } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";
import { readContextEvents } from "./context-events.ts";
import { readFacts } from "./facts.ts";

type ContextRow = {
  context_id: string;
  session_id: string | null;
  actor: string | null;
  /** Of its detail, for lists. */
  skill: string | null;
  current_turn: number;
  task_state: string;
  summary: string;
  version: number;
  agent_state_detail: string;
  input_request_payload: string | null;
  created_at: string;
  updated_at: string;
};

const COLUMNS = [
  "context_id",
  "session_id",
  "actor",
  "skill",
  "current_turn",
  "task_state",
  "summary",
  "version",
  "agent_state_detail",
  "input_request_payload",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof ContextRow)[];

function encode(context: Context): ContextRow {
  return {
    context_id: context.id,
    session_id: context.sessionId,
    actor: context.actor,
    skill: skillOf(context),
    current_turn: context.turn,
    task_state: context.state,
    summary: context.summary,
    version: context.version,
    agent_state_detail: JSON.stringify(context.detail),
    input_request_payload: context.inputRequest && JSON.stringify(context.inputRequest),
    created_at: context.createdAt,
    updated_at: context.updatedAt,
  };
}

function skillOf({ detail }: Context): string | null {
  return isJsonObject(detail) && typeof detail.skill === "string" ? detail.skill : null;
}

function decode(row: ContextRow): Context {
  const { inputRequest } = Context.shape;
  return {
    id: row.context_id,
    sessionId: row.session_id,
    actor: row.actor,
    turn: row.current_turn,
    state: row.task_state as Context["state"],
    summary: row.summary,
    version: row.version,
    detail: parseStored(row.agent_state_detail, "agent_context_state.agent_state_detail"),
    inputRequest:
      row.input_request_payload === null
        ? null
        : decodeJson(inputRequest, row.input_request_payload, "agent_context_state.input_request"),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const CONTEXTS = { table: "agent_context_state", columns: COLUMNS, key: "context_id" } as const;

const insert = defineInsert(CONTEXTS);
const update = defineUpdate({ ...CONTEXTS, expect: ["version"] });
const ensure = defineEnsure(CONTEXTS);
const isVersion = template(
  "select 1 from agent_context_state where context_id = $1 and version = $2",
);
const isAbsent = template(
  "select 1 where not exists (select 1 from agent_context_state where context_id = $1)",
);

/** The working memory: trimmed as it is written, so that nothing ever has to be tidied up (S23). */
export const contexts: Table<"context.put" | "context.ensure" | "context.expect", "contexts"> = {
  writes: {
    "context.put": ({ context, expect }) => {
      const row = encode(context);
      return [expect === null ? insert(row) : update(row, [expect])];
    },
    "context.expect": ({ id, version }) => [
      version === null
        ? { template: isAbsent, values: [id], row: `is ${id}`, subject: id, alone: true }
        : { template: isVersion, values: [id, version], row: `is ${id}`, subject: id, alone: true },
    ],
    "context.ensure": ({ context }) => [ensure(encode(context))],
  },
  reads(db) {
    const page = db.page({ ...CONTEXTS, order: "updated_at desc, context_id desc" }, decode);
    return {
      contexts: {
        get: db.one(selectFrom("agent_context_state", COLUMNS, "where context_id = $1"), decode),
        list: ({ actor, skill, ...bounds }) =>
          page(
            [
              ["actor = ?", actor],
              ["skill = ?", skill],
            ],
            bounds,
          ),
        ...readContextEvents(db),
        ...readFacts(db),
      },
    };
  },
};

import { Delegation } from "../../schema/delegation.ts";
import { decodeJson } from "../decode-json.ts";
import { defineInsert, defineUpdate } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type DelegationRow = {
  id: string;
  state: string;
  parent_context: string;
  parent_invocation: string | null;
  session_id: string;
  path: string;
  target: string;
  actor: string;
  scopes: string;
  inputs: string;
  step: number;
  child_state: string | null;
  result: string | null;
  owner: string | null;
  version: number;
  created_at: string;
  updated_at: string;
};

const COLUMNS = [
  "id",
  "state",
  "parent_context",
  "parent_invocation",
  "session_id",
  "path",
  "target",
  "actor",
  "scopes",
  "inputs",
  "step",
  "child_state",
  "result",
  "owner",
  "version",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof DelegationRow)[];

function encode(delegation: Delegation): DelegationRow {
  return {
    id: delegation.id,
    state: delegation.state,
    parent_context: delegation.parentContext,
    parent_invocation: delegation.parentInvocation,
    session_id: delegation.sessionId,
    path: JSON.stringify(delegation.path),
    target: delegation.target,
    actor: delegation.actor,
    scopes: JSON.stringify(delegation.scopes),
    inputs: delegation.inputs,
    step: delegation.step,
    child_state: delegation.childState,
    result: delegation.result,
    owner: delegation.owner,
    version: delegation.version,
    created_at: delegation.createdAt,
    updated_at: delegation.updatedAt,
  };
}

function decode(row: DelegationRow): Delegation {
  const { path, scopes } = Delegation.shape;
  return {
    id: row.id,
    state: row.state as Delegation["state"],
    parentContext: row.parent_context,
    parentInvocation: row.parent_invocation,
    sessionId: row.session_id,
    path: decodeJson(path, row.path, "delegations.path"),
    target: row.target,
    actor: row.actor,
    scopes: decodeJson(scopes, row.scopes, "delegations.scopes"),
    inputs: row.inputs,
    step: row.step,
    childState: row.child_state as Delegation["childState"],
    result: row.result,
    owner: row.owner,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const DELEGATIONS = { table: "delegations", columns: COLUMNS, key: "id" } as const;
const MAX_OPEN = 500;

const insert = defineInsert(DELEGATIONS);
const update = defineUpdate({ ...DELEGATIONS, expect: ["version"] });
const move = template(`
  update delegations set state = $1, inputs = $2, step = $3, child_state = $4, result = $5,
    updated_at = $6, version = version + 1
  where id = $7 and state not in ('delivered', 'dropped')`);

const select = (rest: string) => selectFrom("delegations", COLUMNS, rest);

export const delegations: Table<"delegation.put" | "delegation.move", "delegations"> = {
  writes: {
    "delegation.put": ({ delegation, expect }) => {
      const row = encode(delegation);
      return [expect === null ? insert(row) : update(row, [expect])];
    },
    "delegation.move": ({ delegation }) => {
      const row = encode(delegation);
      const { state, inputs, step, child_state, result, updated_at, id } = row;
      const values = [state, inputs, step, child_state, result, updated_at, id];
      return [{ template: move, values, row: `delegations ${id}` }];
    },
  },
  reads: (db) => ({
    delegations: {
      get: db.one(select("where id = $1"), decode),
      listOpen: db.all(
        select(
          `where state in ('open', 'asked', 'answered') order by updated_at, id limit ${MAX_OPEN}`,
        ),
        decode,
      ),
      listOf: db.all(select("where parent_context = $1 order by id"), decode),
    },
  }),
};

import { type SealedSecret, Secret } from "../../schema/secret.ts";
import { decodeJson } from "../decode-json.ts";
import { defineRemove, defineReplace, defineUpdate } from "../define-writes.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type SecretRow = {
  name: string;
  tools: string;
  hint: string | null;
  bindings: string | null;
  sealed: string;
  created_at: string;
  updated_at: string;
};

const COLUMNS = [
  "name",
  "tools",
  "hint",
  "bindings",
  "sealed",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof SecretRow)[];

function encode(secret: SealedSecret): SecretRow {
  return {
    name: secret.name,
    tools: JSON.stringify(secret.tools),
    hint: secret.hint,
    bindings: secret.bindings && JSON.stringify(secret.bindings),
    sealed: secret.sealed,
    created_at: secret.createdAt,
    updated_at: secret.updatedAt,
  };
}

function decode(row: SecretRow): SealedSecret {
  return {
    name: row.name,
    tools: decodeJson(Secret.shape.tools, row.tools, "secrets.tools"),
    hint: row.hint,
    bindings:
      row.bindings === null
        ? null
        : decodeJson(Secret.shape.bindings, row.bindings, "secrets.bindings"),
    sealed: row.sealed,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const SECRETS = { table: "secrets", columns: COLUMNS, key: "name" } as const;

const replace = defineReplace(SECRETS);
const update = defineUpdate({ ...SECRETS, expect: ["sealed"] });
const remove = defineRemove(SECRETS);

export const secrets: Table<"secret.put" | "secret.remove", "secrets"> = {
  writes: {
    "secret.put": ({ secret, expect }) => [
      expect === undefined ? replace(encode(secret)) : update(encode(secret), [expect]),
    ],
    "secret.remove": ({ name }) => [remove(name)],
  },
  reads: (db) => ({
    secrets: { list: db.all(selectFrom("secrets", COLUMNS, "order by name"), decode) },
  }),
};

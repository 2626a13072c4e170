import { template } from "../fragment.ts";
import type { Writes } from "../table.ts";
import type { PostgresValue } from "./database.ts";

const putChunk = template(`
  with blob as (
    insert into blobs (digest, whole, created_at) values ($1, $2, $3)
    on conflict (digest) do update set whole = blobs.whole or excluded.whole
    returning id)
  insert into blob_chunks (blob, place, bytes) select id, $4, $5 from blob
  on conflict do nothing`);
// Whoever gives the same name at the same time waits, and then finds it given.
const lockName = template("select pg_advisory_xact_lock(hashtext('capstan.blob'), hashtext($1))");
const giveName = template(`
  update blobs set digest = $2
  where digest = $1 and not exists (select 1 from blobs where digest = $2)`);
const dropUnnamed = template("delete from blobs where digest = $1");

export const blobWrites: Writes<"blob.put" | "blob.name", PostgresValue> = {
  "blob.put": ({ digest, index, bytes, last, createdAt }) => [
    {
      template: putChunk,
      values: [digest, last, createdAt, index, bytes],
      row: `blobs ${digest}`,
      alone: true,
    },
  ],
  "blob.name": ({ from, to }) => [
    { template: lockName, values: [to], row: `blobs ${to}`, alone: true },
    // What follows in the same step looks for the name.
    { template: giveName, values: [from, to], row: `blobs ${from}`, alone: true },
    { template: dropUnnamed, values: [from], row: `blobs ${from}` },
  ],
};

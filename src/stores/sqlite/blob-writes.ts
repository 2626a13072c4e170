import { template } from "../fragment.ts";
import type { Writes } from "../table.ts";

const open = template(
  "insert into blobs (digest, whole, created_at) values ($1, 0, $2) on conflict do nothing",
);
const addChunk = template(`
  insert into blob_chunks (blob, place, bytes)
  select id, $2, $3 from blobs where digest = $1 on conflict do nothing`);
const close = template("update blobs set whole = 1 where digest = $1");
const giveName = template("update or ignore blobs set digest = $2 where digest = $1");
const dropUnnamed = template("delete from blobs where digest = $1");

export const blobWrites: Writes<"blob.put" | "blob.name"> = {
  "blob.put"({ digest, index, bytes, last, createdAt }) {
    const row = `blobs ${digest}`;
    return [
      { template: open, values: [digest, createdAt], row },
      { template: addChunk, values: [digest, index, bytes], row },
      ...(last ? [{ template: close, values: [digest], row }] : []),
    ];
  },
  "blob.name": ({ from, to }) => [
    { template: giveName, values: [from, to], row: `blobs ${from}` },
    { template: dropUnnamed, values: [from], row: `blobs ${from}` },
  ],
};

import type { Bundle, BundleFile } from "../../schema/bundle.ts";
import { parseStored } from "../decode-json.ts";
import { defineEnsure, defineReplace } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type BundleRow = { digest: string; manifest: string; created_at: string };

const COLUMNS = [
  "digest",
  "manifest",
  "created_at",
] as const satisfies readonly (keyof BundleRow)[];

function decode(row: BundleRow): Bundle {
  return {
    digest: row.digest,
    files: parseStored(row.manifest, "bundles.manifest") as BundleFile[],
  };
}

const replace = defineReplace({ table: "bundles", columns: COLUMNS, key: "digest" });
const isThere = template("select 1 from bundles where digest = $1");
const areWhole = template({
  sqlite: areWholeOf("json_each($1) as content"),
  postgres: areWholeOf("jsonb_array_elements_text(cast($1 as jsonb)) as content (value)"),
});
const addContents = template({
  sqlite: `insert into bundle_contents (bundle, digest)
    select $1, content.value from json_each($2) as content where true on conflict do nothing`,
  postgres: `insert into bundle_contents (bundle, digest)
    select $1, content.value from jsonb_array_elements_text(cast($2 as jsonb)) as content (value)
    on conflict do nothing`,
});
const addUse = defineEnsure({
  table: "bundle_uses",
  columns: ["digest", "used_by"],
  key: "used_by",
});
const release = template("delete from bundle_uses where used_by = $1");
const sweep = template(`
  delete from bundles where created_at < $1
    and not exists (select 1 from bundle_uses where bundle_uses.digest = bundles.digest)`);

/** Finds a row when each content of a list is stored whole. */
function areWholeOf(list: string): string {
  return `select 1 where not exists (select 1 from ${list} where not exists
    (select 1 from blobs where blobs.digest = content.value and blobs.whole))`;
}

export const bundles: Table<
  "bundle.put" | "bundle.use" | "bundle.release" | "bundles.sweep",
  "bundles"
> = {
  writes: {
    "bundle.put": ({ bundle, createdAt }) => {
      const { digest, files } = bundle;
      const contents = JSON.stringify([...new Set(files.map((file) => file.digest))]);
      return [
        {
          template: areWhole,
          values: [contents],
          row: `contents of ${digest}`,
          subject: `A content of ${digest}`,
        },
        replace({ digest, manifest: JSON.stringify(files), created_at: createdAt }),
        { template: addContents, values: [digest, contents], row: `bundle_contents ${digest}` },
      ];
    },
    "bundle.use": ({ digest, usedBy }) => [
      { template: isThere, values: [digest], row: `bundles ${digest}`, subject: digest },
      addUse({ digest, used_by: usedBy }),
    ],
    "bundle.release": ({ usedBy }) => [
      { template: release, values: [usedBy], row: `bundle_uses ${usedBy}` },
    ],
    "bundles.sweep": ({ before }) => [
      { template: sweep, values: [before], row: "bundles", alone: true },
    ],
  },
  reads: (db) => ({
    bundles: {
      get: db.one(selectFrom("bundles", COLUMNS, "where digest = $1"), decode),
      list: db.all(
        "select digest, created_at from bundles order by digest",
        ({ digest, created_at }: BundleRow) => ({ digest, createdAt: created_at }),
      ),
      usedBy: db.all(
        "select digest from bundle_uses where used_by = $1 order by digest",
        ({ digest }: { digest: string }) => digest,
      ),
    },
  }),
};

import { HubInstall, PinnedKey, StoredHub } from "../../schema/hub-trust.ts";
import { decodeJson } from "../decode-json.ts";
import { defineInsert, defineRemove, defineUpdate } from "../define-writes.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

/** Each row has what a writer must have read before, and the rest as JSON. */
const HUBS = { table: "hubs", columns: ["url", "serial", "body"], key: "url" } as const;
const KEYS = {
  table: "hub_keys",
  columns: ["publisher", "key", "body"],
  key: "publisher",
} as const;
const INSTALLS = {
  table: "hub_installs",
  columns: ["id", "digest", "body"],
  key: "id",
} as const;

const insertHub = defineInsert(HUBS);
const updateHub = defineUpdate({ ...HUBS, expect: ["serial"] });
const insertKey = defineInsert(KEYS);
const updateKey = defineUpdate({ ...KEYS, expect: ["key"] });
const removeKey = defineRemove(KEYS);
const insertInstall = defineInsert(INSTALLS);
const updateInstall = defineUpdate({ ...INSTALLS, expect: ["digest"] });
const removeInstall = defineRemove(INSTALLS);

type HubChange =
  | "hub.put"
  | "hub_key.put"
  | "hub_key.remove"
  | "hub_install.put"
  | "hub_install.remove";

export const hub: Table<HubChange, "hub"> = {
  writes: {
    "hub.put": ({ hub: known, expect }) => {
      const row = { url: known.url, serial: known.serial, body: JSON.stringify(known) };
      return [expect === null ? insertHub(row) : updateHub(row, [expect])];
    },
    "hub_key.put": ({ pinned, expect }) => {
      const { publisher, key } = pinned;
      const row = { publisher, key, body: JSON.stringify(pinned) };
      return [expect === null ? insertKey(row) : updateKey(row, [expect])];
    },
    "hub_key.remove": ({ publisher }) => [removeKey(publisher)],
    "hub_install.put": ({ install, expect }) => {
      const { id, digest } = install;
      const row = { id, digest, body: JSON.stringify(install) };
      return [expect === null ? insertInstall(row) : updateInstall(row, [expect])];
    },
    "hub_install.remove": ({ id }) => [removeInstall(id)],
  },
  reads: (db) => ({
    hub: {
      hubs: db.all(selectFrom("hubs", ["body"], "order by url"), ({ body }: { body: string }) =>
        decodeJson(StoredHub, body, "hubs.body"),
      ),
      keys: db.all(
        selectFrom("hub_keys", ["body"], "order by publisher"),
        ({ body }: { body: string }) => decodeJson(PinnedKey, body, "hub_keys.body"),
      ),
      installs: db.all(
        selectFrom("hub_installs", ["body"], "order by id"),
        ({ body }: { body: string }) => decodeJson(HubInstall, body, "hub_installs.body"),
      ),
    },
  }),
};

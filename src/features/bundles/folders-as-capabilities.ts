import * as z from "zod";
import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import type { CapabilityRegistry } from "../../engine/capability-registry.ts";
import type { Engine } from "../../engine/engine.ts";
import { FolderKind } from "../../schema/installed-folder.ts";
import { BUNDLES } from "./bundles.ts";
import { enableFolder, removeFolder } from "./registry.ts";

/** Installed folders, for requests that name any capability. */
export function foldersAsCapabilities(engine: () => Engine): CapabilityRegistry {
  return {
    digestOf: (id) => engine().of(BUNDLES).installed().get(id)?.digest,
    has: async (id) => engine().of(BUNDLES).installed().has(id),
    scopeOf: (id) =>
      engine()
        .of(BUNDLES)
        .shelf.kinds.of(FolderKind.parse(id.split(":")[0])).scope,
    async change(id, fields, { id: by }) {
      await enableFolder(engine(), id, readEnabled(fields), by);
    },
    remove: (id, { id: by }) => removeFolder(engine(), id, by),
  };
}

/** All that can be changed of a folder here: its files say the rest. */
const Enabled = z.strictObject({ enabled: z.boolean(), draft: z.boolean().default(false) });

function readEnabled(fields: JsonObject): z.infer<typeof Enabled> {
  const read = Enabled.safeParse(fields);
  if (read.success) return read.data;
  const message =
    'It comes from a folder: send {"enabled": true} or {"enabled": false}, with {"draft": true} to run a draft.';
  throw new CapstanError("REQUEST_INVALID", message, { details: { field: "enabled" } });
}

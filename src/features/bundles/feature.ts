import * as z from "zod";
import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Engine } from "../../engine/engine.ts";
import { FolderKind } from "../../schema/installed-folder.ts";
import type { Feature } from "../feature.ts";
import { enableFolder, removeFolder } from "./registry.ts";

/** Installed folders of every kind. */
export function createBundlesFeature({ engine }: { readonly engine: () => Engine }): Feature {
  return {
    name: "bundles",
    registry: {
      has: (id) => engine().installedFolders().has(id),
      scopeOf(id) {
        const { installedFolders, folderShelf } = engine();
        const kind = installedFolders().get(id)?.kind ?? FolderKind.parse(id.split(":")[0]);
        return folderShelf.kinds.of(kind).scope;
      },
      async change(id, fields, { id: by }) {
        await enableFolder(engine(), id, readEnabled(fields), by);
      },
      remove: (id, { id: by }) => removeFolder(engine(), id, by),
    },
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

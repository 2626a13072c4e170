import { access } from "node:fs/promises";
import { join } from "node:path";
import { CapstanError } from "../../../base/errors.ts";
import { DISCOVERY_SCHEMA, HubName } from "../../../schema/hub.ts";
import type { HubPublisher } from "../hub.ts";
import { alone, readHead, readOwnIndex, writeIndex } from "../publish/hub-folder.ts";
import { createPublish } from "../publish/publish-version.ts";
import { createRotate } from "../publish/rotate-key.ts";
import { createWithdraw } from "../publish/withdraw-version.ts";
import { HUB_FOLDER, INDEX_FILE } from "./hub-files.ts";
import type { HubTools } from "./hub-tools.ts";

/** Writes hubs that are folders: `docs/decisions/0053-the-hub.md` has the format. */
export function createHubPublisher(tools: HubTools): HubPublisher {
  return {
    head: readHead,
    init: ({ hub, name, hubSigner }) =>
      alone(tools, hub, async () => {
        if (!HubName.safeParse(name).success) {
          const message = `"${name}" is no name of a hub: lower case letters, digits, "-" and ".".`;
          throw new CapstanError("HUB_INVALID", message);
        }
        if (await isThere(join(hub, HUB_FOLDER, INDEX_FILE))) {
          throw new CapstanError("HUB_NAME_TAKEN", `There is a hub in ${hub} already.`);
        }
        const { key } = hubSigner;
        const head = { name, key, rotations: [], serial: 0, publishers: [] };
        const moments = { published_at: "", expires_at: "" };
        const index = { $schema: DISCOVERY_SCHEMA, skills: [], hub: { ...head, ...moments } };
        return writeIndex(hub, index, hubSigner, tools.clock.now());
      }),
    publish: createPublish(tools),
    withdraw: createWithdraw(tools),
    refresh: ({ hub, hubSigner }) =>
      alone(tools, hub, async () => {
        const index = await readOwnIndex(hub, hubSigner);
        return writeIndex(hub, index, hubSigner, tools.clock.now());
      }),
    rotate: createRotate(tools),
  };
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

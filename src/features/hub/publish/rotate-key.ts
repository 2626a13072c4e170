import { CapstanError } from "../../../base/errors.ts";
import type { HubHead } from "../../../schema/hub.ts";
import type { HubPublisher } from "../hub.ts";
import type { HubTools } from "../index/hub-tools.ts";
import { type KeyHistory, rotation } from "../index/key-chain.ts";
import { alone, readOwnIndex, writeIndex } from "./hub-folder.ts";

/** The old key names the one that follows it, for the hub or for one of its publishers. */
export function createRotate(tools: HubTools): HubPublisher["rotate"] {
  return ({ hub, hubSigner, publisher, from, to }) =>
    alone(tools, hub, async () => {
      const index = await readOwnIndex(hub, hubSigner);
      const now = tools.clock.now();
      const at = new Date(now).toISOString();
      const next = (of: string, history: KeyHistory) => {
        // Who was stopped after the index was written comes again.
        if (history.key === to.key) return { key: to.key, rotations: [...history.rotations] };
        if (history.key !== from.key) {
          throw new CapstanError("HUB_KEY_CHANGED", `This is not the present key of ${of}.`);
        }
        const rotations = [...history.rotations, rotation(of, from, to, at)];
        return { key: to.key, rotations };
      };
      if (publisher === undefined) {
        const head: HubHead = { ...index.hub, ...next(`hub:${index.hub.name}`, index.hub) };
        return writeIndex(hub, { ...index, hub: head }, to, now);
      }
      const known = index.hub.publishers.find(({ name }) => name === publisher);
      if (!known) {
        const message = `"${publisher}" has published nothing in "${index.hub.name}".`;
        throw new CapstanError("HUB_ENTRY_NOT_FOUND", message);
      }
      const changed = { ...known, ...next(`publisher:${publisher}`, known) };
      const publishers = index.hub.publishers.map((one) => (one === known ? changed : one));
      return writeIndex(hub, { ...index, hub: { ...index.hub, publishers } }, hubSigner, now);
    });
}

import { CapstanError } from "../../../base/errors.ts";
import type { HubEntry, ListedVersion, Withdrawal } from "../../../schema/hub.ts";
import type { HubPublisher } from "../hub.ts";
import type { HubTools } from "../index/hub-tools.ts";
import { entryOf } from "./entry-of.ts";
import { alone, readOwnIndex, readOwnVersion, writeIndex } from "./hub-folder.ts";

const MAX_REASON = 500;

/** Its files stay, and nobody is offered them: whoever has installed it learns why not to use it. */
export function createWithdraw(tools: HubTools): HubPublisher["withdraw"] {
  return ({ hub, hubSigner, name, version, reason }) =>
    alone(tools, hub, async () => {
      const index = await readOwnIndex(hub, hubSigner);
      const entry = index.skills.find((one) => one.name === name);
      const isMeant = (one: ListedVersion) => version === undefined || one.version === version;
      if (!entry?.versions.some(isMeant)) {
        const message = `There is no ${name}${version === undefined ? "" : `@${version}`} here.`;
        throw new CapstanError("HUB_ENTRY_NOT_FOUND", message);
      }
      const said = { reason: reasonOf(reason), at: new Date(tools.clock.now()).toISOString() };
      const versions = entry.versions.map((one) =>
        isMeant(one) && !one.withdrawn ? { ...one, withdrawn: said } : one,
      );
      const changed = await withoutThem(hub, versions, said);
      const skills = index.skills.map((one) => (one.name === name ? changed : one));
      return writeIndex(hub, { ...index, skills }, hubSigner, tools.clock.now());
    });
}

/** What is left to be offered; where nothing is, the newest with the reason. */
async function withoutThem(
  hub: string,
  versions: readonly ListedVersion[],
  said: Withdrawal,
): Promise<HubEntry> {
  const left = versions.find((one) => !one.withdrawn);
  const shown = left ?? versions[0];
  if (!shown) throw new CapstanError("HUB_INVALID", "The entry has no version.");
  return entryOf(await readOwnVersion(hub, shown), versions, left ? undefined : said);
}

function reasonOf(reason: string): string {
  const text = reason.trim().slice(0, MAX_REASON);
  if (text !== "") return text;
  throw new CapstanError(
    "HUB_INVALID",
    "Say why it is withdrawn: who has installed it reads that.",
  );
}

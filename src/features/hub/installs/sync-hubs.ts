import { timestamp } from "../../../base/clock.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import { systemAudit } from "../../../gate/audit/system-audit.ts";
import { retryConflicts } from "../../../gate/retry-conflicts.ts";
import type { HubInstall } from "../../../schema/hub-trust.ts";
import type { HubCall, HubSource, ReadHub } from "../hub.ts";
import { HUB } from "./hub-parts.ts";
import { lookAtHub } from "./read-hubs.ts";
import { refreshListings } from "./take-in.ts";

export type SyncedHub = {
  readonly url: string;
  readonly changed: boolean;
  readonly serial: number | null;
  readonly entries: number;
  /** Why it was refused, or could not be read: then nothing of it was believed. */
  readonly error: { readonly code: string; readonly message: string } | null;
};

export type Synced = {
  readonly hubs: readonly SyncedHub[];
  readonly updates: readonly {
    readonly id: string;
    readonly installed: string;
    readonly available: string;
  }[];
  readonly withdrawn: readonly {
    readonly id: string;
    readonly version: string;
    readonly reason: string;
  }[];
};

/** Looks at every hub, at once: what is newer, and what was taken back. A refused index changes nothing. */
export async function syncHubs(engine: Engine, by: string, call: HubCall): Promise<Synced> {
  const { gate } = engine;
  const hub = engine.of(HUB);
  const total = hub.sources.length;
  let done = 0;
  const tell = (says: string) => call.onProgress?.({ says, done, total });
  tell(`Asking ${total === 1 ? hub.sources[0]?.url : `${total} hubs`}`);
  const looks = hub.sources.map(async (source) => {
    const looked = await look(engine, source, call.signal);
    done += 1;
    tell(`${source.url} has answered`);
    return looked;
  });
  const hubs: SyncedHub[] = [];
  for (const looked of await Promise.all(looks)) hubs.push(await noteLook(engine, looked, by));
  const installs = await gate.store.hub.installs();
  return {
    hubs,
    updates: installs.flatMap(({ id, version, update }) =>
      update === null ? [] : [{ id, installed: version, available: update }],
    ),
    withdrawn: installs.flatMap(({ id, version, withdrawn }) =>
      withdrawn === null ? [] : [{ id, version, reason: withdrawn }],
    ),
  };
}

type Look = { readonly url: string } & (
  | { readonly read: ReadHub; readonly error?: never }
  | { readonly read?: never; readonly error: CapstanError }
);

async function look(engine: Engine, source: HubSource, signal: AbortSignal): Promise<Look> {
  const { url } = source;
  try {
    return { url, read: await lookAtHub(engine, source, { signal }) };
  } catch (error) {
    if (error instanceof CapstanError) return { url, error };
    throw error;
  }
}

async function noteLook(
  engine: Engine,
  { url, read, error }: Look,
  by: string,
): Promise<SyncedHub> {
  if (read) {
    await compareInstalls(engine, read, by);
    const { changed, index, foreign } = read;
    const entries = index?.skills.length ?? foreign.length;
    return { url, changed, serial: index?.hub.serial ?? null, entries, error: null };
  }
  const { gate } = engine;
  const { code, message } = error;
  const refused = systemAudit(gate, "hub.refused", by, { url, code, message });
  await gate.store.journal.commit("hub.refuse", [refused]);
  return { url, changed: false, serial: null, entries: 0, error: { code, message } };
}

/** What a hub says now of what was installed from it. */
async function compareInstalls(engine: Engine, { source, index }: ReadHub, by: string) {
  if (!index) return;
  const { gate } = engine;
  let isOther = false;
  await retryConflicts(async () => {
    for (const install of await gate.store.hub.installs()) {
      if (install.source !== source.url) continue;
      const entry = index.skills.find(
        ({ name, publisher }) => `${publisher}/${name}` === install.id,
      );
      if (!entry) continue;
      const own = entry.versions.find(({ version }) => version === install.version);
      // That a version is not listed any more takes nothing back of what was said of it.
      const withdrawn = own
        ? (own.withdrawn?.reason ?? null)
        : (entry.withdrawn?.reason ?? install.withdrawn);
      const isNewer = entry.version !== install.version && !entry.withdrawn;
      const now: HubInstall = {
        ...install,
        withdrawn,
        update: isNewer && !isOlder(entry, install.version) ? entry.version : null,
      };
      if (now.withdrawn === install.withdrawn && now.update === install.update) continue;
      isOther ||= now.withdrawn !== install.withdrawn;
      await gate.store.journal.commit("hub.sync", [
        {
          type: "hub_install.put",
          install: { ...now, updatedAt: timestamp(gate.clock.now()) },
          expect: install.digest,
        },
        ...(now.withdrawn === install.withdrawn ? [] : [recordOf(engine, now, by)]),
      ]);
    }
  });
  if (isOther) await refreshListings(engine);
}

/** Newest first: what stands behind the installed one is older. */
function isOlder(
  { version, versions }: { version: string; versions: readonly { version: string }[] },
  installed: string,
): boolean {
  const at = (wanted: string) => versions.findIndex((one) => one.version === wanted);
  return at(installed) !== -1 && at(version) > at(installed);
}

function recordOf({ gate }: Engine, { id, version, digest, withdrawn }: HubInstall, by: string) {
  const type = withdrawn === null ? "hub.reinstated" : "hub.withdrawn";
  return systemAudit(gate, type, by, { id, version, digest, reason: withdrawn });
}

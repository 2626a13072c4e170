import { CapstanError } from "../../base/errors.ts";
import { timestamp } from "../../ports/clock.ts";
import type { HubCall, ReadHub } from "../../ports/hub.ts";
import { retryConflicts } from "../../runtime/retry-conflicts.ts";
import { systemAudit } from "../../runtime/system-audit.ts";
import type { HubInstall } from "../../schema/hub-trust.ts";
import type { Engine } from "../engine.ts";
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

/** Looks at every hub: what is newer, and what was taken back. A refused index changes nothing. */
export async function syncHubs(engine: Engine, by: string, call: HubCall): Promise<Synced> {
  const { hub, gate } = engine;
  const hubs: SyncedHub[] = [];
  for (const source of hub.sources) {
    try {
      const read = await lookAtHub(engine, source, call);
      hubs.push({
        url: source.url,
        changed: read.changed,
        serial: read.index?.hub.serial ?? null,
        entries: read.index?.skills.length ?? read.foreign.length,
        error: null,
      });
      await compareInstalls(engine, read, by);
    } catch (error) {
      if (!(error instanceof CapstanError)) throw error;
      const { code, message } = error;
      hubs.push({
        url: source.url,
        changed: false,
        serial: null,
        entries: 0,
        error: { code, message },
      });
      const data = { url: source.url, code, message };
      await gate.store.journal.commit("hub.refuse", [systemAudit(gate, "hub.refused", by, data)]);
    }
  }
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
      const withdrawn = own?.withdrawn ?? entry.withdrawn;
      const isNewer = entry.version !== install.version && !entry.withdrawn;
      const now: HubInstall = {
        ...install,
        withdrawn: withdrawn?.reason ?? null,
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

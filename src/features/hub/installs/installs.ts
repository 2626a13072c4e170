import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import { systemAudit } from "../../../gate/audit/system-audit.ts";
import type { HubInstall, PinnedKey } from "../../../schema/hub-trust.ts";
import { writeLock } from "./lock.ts";
import { takeOut } from "./take-in.ts";

/** One that is installed, by its id or by its name where only one has it. */
export async function requireInstall(
  { gate }: Pick<Engine, "gate">,
  wanted: string,
): Promise<HubInstall> {
  const installs = await gate.store.hub.installs();
  const exact = installs.find(({ id }) => id === wanted);
  if (exact) return exact;
  const [one, another] = installs.filter(({ name }) => name === wanted);
  if (one && another) {
    const ids = installs.filter(({ name }) => name === wanted).map(({ id }) => id);
    const message = `More than one "${wanted}" is installed: ${ids.join(", ")}. Say which one.`;
    throw new CapstanError("HUB_NAME_AMBIGUOUS", message, { details: { name: wanted } });
  }
  if (one) return one;
  const message = `"${wanted}" was not installed from a hub. What was: capstan hub list.`;
  throw new CapstanError("HUB_ENTRY_NOT_FOUND", message, { details: { name: wanted } });
}

export async function removeInstall(
  engine: Engine,
  wanted: string,
  by: string,
): Promise<HubInstall> {
  const { gate } = engine;
  const install = await requireInstall(engine, wanted);
  await takeOut(engine, install, by);
  const { id, version, digest } = install;
  await gate.store.journal.commit("hub.remove", [
    { type: "hub_install.remove", id },
    systemAudit(gate, "hub.removed", by, { id, version, digest }),
  ]);
  await writeLock(engine);
  return install;
}

/** The next install of this publisher asks an admin again. */
export async function forgetKey(
  { gate }: Pick<Engine, "gate">,
  publisher: string,
  by: string,
): Promise<PinnedKey> {
  const pinned = (await gate.store.hub.keys()).find((one) => one.publisher === publisher);
  if (!pinned) {
    const message = `No key of "${publisher}" is pinned. Those that are: capstan hub keys.`;
    throw new CapstanError("HUB_ENTRY_NOT_FOUND", message, { details: { publisher } });
  }
  const { fingerprint } = pinned;
  await gate.store.journal.commit("hub.forget", [
    { type: "hub_key.remove", publisher },
    systemAudit(gate, "hub.unpinned", by, { publisher, fingerprint }),
  ]);
  return pinned;
}

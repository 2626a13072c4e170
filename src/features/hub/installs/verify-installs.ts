import { CapstanError } from "../../../base/errors.ts";
import type { Engine } from "../../../engine/engine.ts";
import type { HubCall } from "../hub.ts";
import { HUB } from "./hub-parts.ts";
import { HubLock } from "./lock.ts";
import { digestNow } from "./take-in.ts";

/** How one thing that is installed, or should be, stands. */
export type VerifiedItem = {
  readonly id: string;
  readonly state: "same" | "changed" | "damaged" | "missing" | "not_locked" | "withdrawn";
  readonly says: string;
};

export type Verification = { readonly ok: boolean; readonly items: readonly VerifiedItem[] };

/** Holds what is installed, byte by byte, against a lock; without one, against that of the home. */
export async function verifyInstalls(
  engine: Engine,
  given: unknown,
  { signal, onProgress }: HubCall,
): Promise<Verification> {
  const lock = readLock(given ?? engine.of(HUB).lock?.read());
  const installs = await engine.gate.store.hub.installs();
  const items: VerifiedItem[] = [];
  const total = lock.installs.length;
  for (const [done, locked] of lock.installs.entries()) {
    signal.throwIfAborted();
    onProgress?.({ says: `Reading ${locked.id}@${locked.version}`, done, total });
    const install = installs.find(({ id }) => id === locked.id);
    items.push(await verifyOne(engine, locked, install));
  }
  for (const { id, version } of installs) {
    if (lock.installs.some((one) => one.id === id)) continue;
    items.push({
      id,
      state: "not_locked",
      says: `${id}@${version} is installed and not in the lock.`,
    });
  }
  return { ok: items.every(({ state }) => state === "same"), items };
}

async function verifyOne(
  engine: Engine,
  locked: HubLock["installs"][number],
  install: Awaited<ReturnType<Engine["gate"]["store"]["hub"]["installs"]>>[number] | undefined,
): Promise<VerifiedItem> {
  const { id } = locked;
  const wanted = `${id}@${locked.version}`;
  const now = install && digestNow(engine, install);
  if (!install || now === undefined) {
    return { id, state: "missing", says: `${wanted} is in the lock and not installed.` };
  }
  if (install.digest !== locked.digest || now !== locked.digest) {
    const says = `${wanted} should have the digest ${locked.digest}; installed is ${install.version} with ${now}.`;
    return { id, state: "changed", says };
  }
  if (install.version !== locked.version || install.fingerprint !== locked.fingerprint) {
    const says = `The lock says ${wanted}, signed by ${locked.fingerprint ?? "nobody"}; installed is ${install.version}, signed by ${install.fingerprint ?? "nobody"}.`;
    return { id, state: "changed", says };
  }
  try {
    // Reads every byte, and compares it with its digest.
    await engine.of(HUB).stored(now);
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    return { id, state: "damaged", says: `${wanted}: ${error.message}` };
  }
  if (install.withdrawn !== null) {
    return { id, state: "withdrawn", says: `${wanted} was withdrawn: ${install.withdrawn}` };
  }
  return { id, state: "same", says: `${wanted} is what the lock says.` };
}

function readLock(given: unknown): HubLock {
  if (given === undefined || given === null) return { format: "capstan-lock/1", installs: [] };
  const read = HubLock.safeParse(given);
  if (read.success) return read.data;
  const message =
    'This is no lock: it needs format "capstan-lock/1" and installs. That of the home is written anew with the next install.';
  throw new CapstanError("HUB_INVALID", message);
}

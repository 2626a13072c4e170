import * as z from "zod";
import type { Engine } from "../../../engine/engine.ts";
import type { HubInstall } from "../../../schema/hub-trust.ts";
import { HUB } from "./hub-parts.ts";

const Locked = z.object({
  id: z.string().max(200),
  version: z.string().max(100),
  kind: z.string().max(20),
  digest: z.string().max(100),
  source: z.string().max(4_096),
  fingerprint: z.string().max(100).nullable(),
});

/** `capstan-lock.json`: what is installed, by digest. */
export const HubLock = z.object({
  format: z.literal("capstan-lock/1"),
  installs: z.array(Locked).max(10_000).readonly(),
});
export type HubLock = z.infer<typeof HubLock>;

export function lockOf(installs: readonly HubInstall[]): HubLock {
  const locked = installs.map(({ id, version, kind, digest, source, fingerprint }) => ({
    id,
    version,
    kind,
    digest,
    source,
    fingerprint,
  }));
  return { format: "capstan-lock/1", installs: locked };
}

/** After every change of what is installed. */
export async function writeLock({ gate, of }: Pick<Engine, "gate" | "of">): Promise<void> {
  of(HUB).lock?.write(lockOf(await gate.store.hub.installs()));
}

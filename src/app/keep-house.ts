import type { Leases } from "../stores/queue/leases.ts";
import { repeat } from "./repeat.ts";

/** Work that one process of a fleet does for all. */
export type House = {
  /** False as soon as another process may have the lease. */
  readonly isHeld: boolean;
  /** Asks now. */
  claim(): Promise<boolean>;
  stop(): Promise<void>;
};

type Duty = "system:housekeeping" | "system:housekeeping:webhook";

const CLAIMS_IN_A_LEASE = 3;

/**
 * Holds the lease of a duty, or waits for it. Webhooks have a duty of their own: a process whose
 * settings name none must not hold what it cannot do.
 */
export async function keepHouse(
  leases: Leases,
  duty: Duty,
  report: (error: unknown) => void,
): Promise<House> {
  let heldUntil = 0;

  async function claim(): Promise<boolean> {
    // The lease runs from some moment after this one.
    const asked = performance.now();
    heldUntil = (await leases.claim(duty)) ? asked + leases.leaseMs : 0;
    return heldUntil > 0;
  }

  await claim().catch(report);
  const stop = repeat(leases.leaseMs / CLAIMS_IN_A_LEASE, claim, report);
  return {
    get isHeld() {
      return performance.now() < heldUntil;
    },
    claim,
    async stop() {
      await stop();
      if (heldUntil === 0) return;
      heldUntil = 0;
      await leases.release(duty);
    },
  };
}

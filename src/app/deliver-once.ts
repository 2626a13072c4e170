import type { Gate } from "../gate/gate.ts";
import type { Leases } from "../stores/queue/leases.ts";
import { deliverAnnouncements } from "./deliver-announcements.ts";
import { keepHouse } from "./keep-house.ts";
import { repeat } from "./repeat.ts";
import type { Settings } from "./settings.ts";

const EVERY_MS = 1_000;

type Parts = {
  readonly gate: Gate;
  readonly leases: Leases;
  readonly report: (error: unknown) => void;
};

/**
 * Sends announcements from one process of a fleet. Only a process that knows the webhook takes that
 * on. Returns how to stop.
 */
export async function deliverOnce(
  { gate, leases, report }: Parts,
  webhook: Settings["webhook"],
): Promise<(() => Promise<void>)[]> {
  if (!webhook) return [];
  const house = await keepHouse(leases, "system:housekeeping:webhook", report);
  const deliver = async () => {
    if (house.isHeld) await deliverAnnouncements(gate, webhook, () => house.isHeld);
  };
  return [repeat(EVERY_MS, deliver, report), () => house.stop().catch(report)];
}

import { randomUUID } from "node:crypto";
import type { Leases } from "../leases.ts";
import type { Link } from "./link.ts";
import { createWorkTable } from "./work-table.ts";

/** With a claim every two seconds, a dead holder is followed within eight. */
const LEASE_MS = 6_000;

/** The leases of the queue's table, for names that are no sessions. */
export function createPostgresLeases(link: Link, leaseMs = LEASE_MS): Leases {
  const table = createWorkTable(link, { owner: randomUUID(), leaseMs });
  return {
    leaseMs,
    claim: (name) => table.claim(name),
    release: (name) => table.release(name),
  };
}

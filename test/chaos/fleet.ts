import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { witnessed } from "../../src/testing/witness.ts";
import type { FickleServer } from "./fickle.ts";
import { createMember, type Env, type Member } from "./member.ts";

/** Long enough for a slow disk, short enough to be waited for. */
const START_WITHIN_MS = 800;

const MASTER_KEY = Buffer.alloc(32, 7).toString("base64");

type FleetOptions = {
  /** The address of PostgreSQL; left out, SQLite in the home of the only server. */
  readonly database?: string;
  readonly steps: readonly unknown[];
  readonly startWithinMs?: number;
  readonly limits?: Readonly<Record<string, number>>;
  /** The rest of their settings. */
  readonly settings?: object;
  /** A server outside that their tools call; it writes what it did into the same witness file. */
  readonly fickle?: FickleServer;
  /** For all of them. */
  readonly env?: Env;
};

/** Servers and workers that share a store, a script and a witness. */
export function createFleet({
  database,
  steps,
  startWithinMs = START_WITHIN_MS,
  limits = {},
  settings: more = {},
  fickle,
  env = {},
}: FleetOptions) {
  const folder = mkdtempSync(join(tmpdir(), "capstan-fleet-"));
  const script = join(folder, "script.json");
  const witness = fickle?.file ?? join(folder, "witness.txt");
  writeFileSync(script, JSON.stringify({ steps }));
  const settings = {
    limits: {
      start_within_ms: startWithinMs,
      seal_every_ms: 1_000,
      // A load asks faster than people may be asked (A103).
      approvals_per_minute: 100_000,
      ...limits,
    },
    ...fickle?.settings,
    ...more,
  };
  const common = {
    STATE_STORE_BACKEND: database === undefined ? "sqlite" : "postgres",
    CAPSTAN_MASTER_KEY: MASTER_KEY,
    CAPSTAN_MODEL: `scripted:${script}`,
    VICTIM_WITNESS: witness,
    ...(database !== undefined && { DATABASE_URL: database }),
    ...env,
  };
  const members: Member[] = [];
  const add = (role: string, own: Env) => {
    const home = join(folder, `${role}-${members.length + 1}`);
    const member = createMember(home, settings, { ...common, VICTIM_ROLE: role, ...own });
    members.push(member);
    return member;
  };

  return {
    members,
    /** Not started yet. */
    server: (own: Env = {}) => add("server", own),
    worker: (own: Env = {}) => add("worker", own),
    lines: () => witnessed(witness),
    servers: () => members.filter((member) => member.isServer),
    async close(): Promise<void> {
      await Promise.all(members.map((member) => member.kill()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Fleet = ReturnType<typeof createFleet>;

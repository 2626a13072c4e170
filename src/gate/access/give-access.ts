import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Verb } from "../../schema/access.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Trust } from "../../schema/capability.ts";
import type { Opening } from "../../schema/opening.ts";
import { systemAudit } from "../audit/system-audit.ts";
import type { Gate } from "../gate.ts";
import { retryConflicts } from "../retry-conflicts.ts";
import type { Held } from "./access-book.ts";
import { changedData } from "./changed-data.ts";
import { blankOpening } from "./declared-hosts.ts";
import { hostNameOf } from "./host-name.ts";
import { levelOf } from "./judge-access.ts";

/** What is to be open, in place of all that was given before; settings stay as they are. */
export type WantedAccess = {
  readonly paths: readonly {
    readonly root: string;
    readonly verbs: readonly Verb[];
    readonly sessionId: string | null;
  }[];
  readonly hosts: readonly string[];
};

const MOST = 200;

/** Opens and revokes until exactly this is given. What stood already stands on, as it was given. */
export async function giveAccess(
  gate: Gate,
  capabilityId: string,
  wanted: WantedAccess,
  actor: Actor,
): Promise<void> {
  const trust = trustOf(gate, capabilityId);
  if (wanted.paths.length + wanted.hosts.length > MOST) {
    const message = `At most ${MOST} folders and hosts are open to one capability.`;
    throw new CapstanError("INPUT_INVALID", message, { details: { field: "paths" } });
  }
  await retryConflicts(async () => {
    await gate.access.refresh();
    const given = gate.access.list(capabilityId).filter(({ from }) => from === "given");
    const kept = new Set<Held>();
    const opened: Opening[] = [];
    for (const path of wanted.paths) {
      const standing = await standingRoot(gate, given, path);
      if (standing) kept.add(standing);
      else opened.push(await newRoot(gate, capabilityId, path, actor));
    }
    for (const typed of wanted.hosts) {
      const host = hostNameOf(typed);
      const standing = given.find((it) => it.host === host && it.sessionId === null);
      if (standing) kept.add(standing);
      else opened.push({ ...blank(gate, capabilityId, actor), host });
    }
    assertMayOpen(trust, opened, actor);
    const closed = given.filter((it) => !kept.has(it));
    if (opened.length + closed.length === 0) return;
    await gate.store.journal.commit("access.change", [
      ...closed.map(({ id }) => ({ type: "opening.remove" as const, id })),
      ...opened.map((opening) => ({ type: "opening.add" as const, opening })),
      systemAudit(gate, "access.changed", actor.id, changedData(capabilityId, { opened, closed })),
    ]);
  });
}

/** How far the code of a capability is trusted: as little as any of its tools. */
export function trustOf({ catalog }: Gate, capabilityId: string): Trust {
  const capability = catalog.getCapability(capabilityId);
  // A program that was given too little to start has listed nothing yet.
  if (!capability && catalog.sources().some(({ id }) => id === capabilityId)) return "remote";
  if (!capability)
    throw new CapstanError("CAPABILITY_NOT_FOUND", `No capability "${capabilityId}".`);
  const trusts = capability.tools.map((id) => catalog.getTool(id)?.trust ?? "remote");
  return trusts.find((trust) => trust !== "builtin") ?? "builtin";
}

/** The one that says the same and is still that folder; one of another machine is that one's to check. */
async function standingRoot(
  { folders }: Gate,
  given: readonly Held[],
  { root, verbs, sessionId }: WantedAccess["paths"][number],
): Promise<Held | undefined> {
  for (const held of given) {
    if (held.root !== root || held.sessionId !== sessionId || !sameVerbs(held.verbs, verbs))
      continue;
    const { device, inode, machine } = held;
    if (machine !== folders.machine) return held;
    const isSame = await folders.isSame({ root, device: device ?? "", inode: inode ?? "" });
    if (isSame) return held;
  }
  return undefined;
}

function sameVerbs(some: readonly Verb[], others: readonly Verb[]): boolean {
  const wanted = new Set(others);
  return wanted.size === some.length && some.every((verb) => wanted.has(verb));
}

async function newRoot(
  gate: Gate,
  capabilityId: string,
  { root: typed, verbs, sessionId }: WantedAccess["paths"][number],
  actor: Actor,
): Promise<Opening> {
  if (sessionId !== null && !(await gate.store.sessions.get(sessionId))) {
    throw new CapstanError("SESSION_NOT_FOUND", `No session "${sessionId}".`);
  }
  const root = await gate.folders.rootOf(typed, { write: verbs.includes("write") });
  return {
    ...blank(gate, capabilityId, actor),
    ...root,
    machine: gate.folders.machine,
    verbs: (["read", "write"] as const).filter((verb) => verb === "read" || verbs.includes(verb)),
    sessionId,
  };
}

function blank(gate: Gate, capabilityId: string, actor: Actor): Opening {
  const given = { id: gate.newId("open"), givenBy: actor.id };
  return { ...blankOpening(capabilityId), ...given, givenAt: timestamp(gate.clock.now()) };
}

function assertMayOpen(trust: Trust, opened: readonly Opening[], { scopes }: Actor): void {
  const access = {
    paths: opened.flatMap(({ root, verbs }) => (root === null ? [] : [{ root, verbs }])),
    hosts: opened.flatMap(({ host }) => host ?? []),
  };
  if (levelOf(trust, access) === "user" || scopes.includes("admin")) return;
  const message =
    "Code that does not ship with Capstan gets hosts, and folders to change, from an admin alone.";
  throw new CapstanError("SCOPE_MISSING", message);
}

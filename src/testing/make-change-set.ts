import type { ChangeFacts } from "../schema/change-facts.ts";
import type { ChangeSet } from "../schema/change-set.ts";
import type { Change } from "../stores/journal.ts";
import { fixtureId, fixtureTime } from "./fixtures.ts";

type Move = Extract<Change, { type: "change_set.move" }>;

const NOTHING: ChangeFacts = {
  ...{ created: 0, changed: 0, deleted: 0, moved: 0, bytes: 0 },
  ...{ doors: 0, outside: 0, names: 0 },
};

/** One that waits for its answer, of a program that changed one file. */
export function makeChangeSet(overrides: Partial<ChangeSet> = {}): ChangeSet {
  return {
    id: fixtureId("chg"),
    sessionId: fixtureId("session"),
    invocationId: fixtureId("inv"),
    actor: "prn_owner",
    machine: "here",
    folder: { root: "/home/ada/notes", device: "64768", inode: "1234" },
    digest: `sha256:${"c".repeat(64)}`,
    state: "kept",
    order: 0,
    counts: { ...NOTHING, changed: 1, bytes: 5, doors: 1 },
    findings: [{ path: "/.git/config", why: "Git runs or obeys it.", kind: "door" }],
    findingCount: 1,
    undoes: [],
    undoneBy: null,
    conflicts: [],
    conflictCount: 0,
    createdAt: fixtureTime(),
    appliedAt: null,
    expiresAt: fixtureTime(60),
    ...overrides,
  };
}

export function makeMove(
  { id, sessionId }: Pick<ChangeSet, "id" | "sessionId">,
  states: Pick<Move, "expect" | "to"> & Partial<Move>,
): Move {
  return {
    type: "change_set.move",
    id,
    sessionId,
    conflicts: [],
    conflictCount: 0,
    at: fixtureTime(10),
    ...states,
  };
}

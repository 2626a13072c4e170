import * as z from "zod";
import { ChangeFacts } from "./change-facts.ts";
import type { Listing } from "./page.ts";

/** A path is at most 3,000 bytes, and longer where a secret in it is hidden. */
const MAX_PATH = 8_000;
const MAX_TEXT = 500;
const MAX_ID = 200;
/** What a row holds of each list; the whole of it lies with the contents. */
export const MAX_REMARKS = 200;
export const MAX_UNDONE = 1_000;

const Id = z.string().max(MAX_ID);
const Time = z.string().max(MAX_ID);

/** A path below the folder, one character for each byte of it, and what Capstan says about it. */
export const Remark = z.strictObject({
  path: z.string().max(MAX_PATH),
  why: z.string().max(MAX_TEXT),
});
export type Remark = Readonly<z.infer<typeof Remark>>;

export const Finding = Remark.extend({
  /**
   * `door`: other programs run or obey this file by themselves. `outside`: a link that leads out. `name`: it
   * is no text, or looks like another one. `runs`: it is run when a person builds, tests or starts something.
   */
  kind: z.enum(["door", "outside", "name", "runs"]),
});
export type Finding = Readonly<z.infer<typeof Finding>>;

/** A folder of a person, as it was when access was given. */
export const OpenedFolder = z.strictObject({
  root: z.string().max(MAX_PATH),
  device: Id,
  inode: Id,
});
export type OpenedFolder = Readonly<z.infer<typeof OpenedFolder>>;

export const ChangeSetState = z.enum(["kept", "applying", "applied", "conflict", "discarded"]);
export type ChangeSetState = z.infer<typeof ChangeSetState>;

const NEXT: Readonly<Record<ChangeSetState, readonly ChangeSetState[]>> = {
  kept: ["applying", "conflict", "discarded"],
  applying: ["applied"],
  applied: [],
  conflict: ["discarded"],
  discarded: [],
};

export function mayBecome(from: ChangeSetState, to: ChangeSetState): boolean {
  return NEXT[from].includes(to);
}

/** One measured difference of one folder: its row. The contents lie on the machine that has the folder. */
export const ChangeSet = z.strictObject({
  id: Id,
  /** Null for the changes of a call outside sessions. */
  sessionId: Id.nullable(),
  invocationId: Id,
  actor: Id,
  machine: Id,
  folder: OpenedFolder,
  digest: z.string().max(MAX_ID),
  state: ChangeSetState,
  /** Rises with each set that is applied, and is 0 before. An undo goes backwards in this order. */
  order: z.int().min(0),
  counts: ChangeFacts,
  /** Those that a person is always asked about come first. */
  findings: z.array(Finding).max(MAX_REMARKS),
  findingCount: z.int().min(0),
  /** The sets that this one takes back. */
  undoes: z.array(Id).max(MAX_UNDONE),
  undoneBy: Id.nullable(),
  /** The paths that the person changed in the meantime. They stay as they are. */
  conflicts: z.array(Remark).max(MAX_REMARKS),
  conflictCount: z.int().min(0),
  createdAt: Time,
  appliedAt: Time.nullable(),
  /** Until when it can be applied, and until when it can be undone. */
  expiresAt: Time,
});
export type ChangeSet = Readonly<z.infer<typeof ChangeSet>>;

/** The first of a list that a row holds, and how many there are. */
export function firstRemarks<T extends Remark>(all: readonly T[]): Listing<T> {
  const items = all.slice(0, MAX_REMARKS);
  return { items, total: all.length };
}

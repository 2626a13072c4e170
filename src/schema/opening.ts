import * as z from "zod";
import { Verb } from "./access.ts";

/** One folder or one host that a person opened for a capability. Never changed: it is given, or revoked. */
export const Opening = z.strictObject({
  id: z.string(),
  capabilityId: z.string(),
  /** Canonical, with its device and inode; null for a host. */
  root: z.string().nullable(),
  device: z.string().nullable(),
  inode: z.string().nullable(),
  /** `host` or `host:port`; null for a folder. */
  host: z.string().nullable(),
  verbs: z.array(Verb),
  /** Null for one that stands in every session. */
  sessionId: z.string().nullable(),
  /** Where the folder lies: another machine has another folder of that name. */
  machine: z.string().nullable(),
  givenBy: z.string(),
  givenAt: z.string(),
});
export type Opening = z.infer<typeof Opening>;

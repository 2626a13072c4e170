import * as z from "zod";
import { readEntry } from "./lists/permission-entry.ts";

/** The id of the rule that the list `allow` becomes. */
export const ALLOW_LIST_RULE = "permissions.allow";

const Entry = z
  .union(
    [
      z.string(),
      z.strictObject({ tool: z.string(), args: z.record(z.string(), z.string()).optional() }),
    ],
    { error: 'is no entry: write "source:name" of a tool, or {"tool": …, "args": {…}}' },
  )
  .superRefine((entry, context) => {
    const read = readEntry(entry);
    if ("wrong" in read) context.addIssue({ code: "custom", message: read.wrong });
  });

const List = z.array(Entry).max(10_000).default([]);

/**
 * Lists of tools, by id and with `*`, in the settings. Deny wins over ask, ask over allow; no list
 * loosens what a profile forbids.
 */
export const Permissions = z.strictObject({ allow: List, ask: List, deny: List });
export type Permissions = z.infer<typeof Permissions>;

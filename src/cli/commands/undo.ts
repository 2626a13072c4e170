import type { Run } from "../command.ts";
import { followIntent } from "../follow-intent.ts";

export const undo: Run = (args, context) =>
  followIntent(context, { undo: args.get("intent_id") ?? "last" }, args.has("yes"));

import type { Run } from "../command.ts";
import { followIntent } from "../follow-intent.ts";

export const doTask: Run = (args, context) => {
  const session = args.get("session");
  const wanted = {
    text: args.require("task"),
    ...(session !== undefined && { session_id: session }),
    ...(args.has("dry-run") && { dry_run: true }),
  };
  return followIntent(context, wanted, args.has("yes"));
};

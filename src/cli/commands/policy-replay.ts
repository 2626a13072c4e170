import type { Replay } from "../../http/client/wire.ts";
import { AUDIT_DEADLINE_MS } from "../audit-verification.ts";
import { columns } from "../columns.ts";
import type { Run } from "../command.ts";
import { readDraft } from "../draft.ts";
import { EXIT } from "../exit-code.ts";
import { sinceTime } from "../since.ts";

export const policyReplay: Run = async (args, context) => {
  const draft = readDraft(args.require("file"));
  const client = await context.client();
  const answer = await client.request("POST /v1/policy/replay", {
    body: { draft, since: sinceTime(args.get("since") ?? "7d", context.io.now()) },
    deadlineMs: AUDIT_DEADLINE_MS,
  });
  await context.print(answer, replayLines);
  return EXIT.done;
};

function replayLines({ decided, unchanged, redacted, gone, differing }: Replay): string[] {
  const differ = decided - unchanged;
  return [
    `${decided} recorded calls decided again: ${differ} differ, ${unchanged} do not.`,
    ...(redacted > 0
      ? [`${redacted} of them had only redacted inputs (marked ~): rules about inputs may differ.`]
      : []),
    ...(gone > 0 ? [`${gone} calls were left out: their tools are no longer here.`] : []),
    ...columns([...Map.groupBy(differing, kindOf).values()].map(groupCells)),
    ...(differ > differing.length ? [`The first ${differing.length} are shown.`] : []),
  ];
}

type Differing = Replay["differing"][number];

function kindOf({ was, now, tool_id: toolId, rule, redacted }: Differing): string {
  return JSON.stringify([was, now, toolId, rule, redacted]);
}

/** Calls that one rule decides alike, with the last of them. */
function groupCells(group: readonly Differing[]): string[] {
  const last = group.reduce((one, other) => (other.at > one.at ? other : one));
  const times = group.length === 1 ? "1 call" : `${group.length} calls`;
  const change = `${last.was} → ${last.now}${last.redacted ? " ~" : ""}`;
  return [times, change, last.tool_id, last.rule, `last ${last.at}`, last.invocation_id];
}

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
    ...columns(
      differing.map((it) => [
        it.at,
        `${it.was} → ${it.now}${it.redacted ? " ~" : ""}`,
        it.tool_id,
        it.rule,
        it.invocation_id,
      ]),
    ),
    ...(differ > differing.length ? [`The first ${differing.length} are shown.`] : []),
  ];
}

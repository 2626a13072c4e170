import type { AuditRecord } from "../../http/client/wire.ts";
import { listing } from "../columns.ts";
import type { Run, Screen } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { timeCell } from "../time-cell.ts";
import { toldData } from "../told-data.ts";

export const auditTail: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/audit", {
    query: {
      session_id: args.get("session"),
      tool_id: args.get("tool"),
      actor: args.get("by"),
      type: args.get("type"),
      limit: args.get("limit") ?? "20",
    },
  });
  await context.print(answer, ({ items, total }, screen) =>
    listing(
      ["TIME", "TYPE", "ACTOR", "TOOL", "RECORD", "DATA"],
      items.toReversed().map((record) => cells(record, screen)),
      total,
      screen.width,
    ),
  );
  return EXIT.done;
};

function cells(record: AuditRecord, screen: Screen): string[] {
  const { ts, type, actor, tool_id: toolId, stream, sequence, data, erased } = record;
  const time = timeCell(ts, screen);
  const about = erased ? "(erased)" : toldData(data);
  return [time, type, actor.name, toolId ?? "-", `${stream}#${sequence}`, about];
}

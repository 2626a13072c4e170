import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { path } from "../path.ts";
import { sessionLines } from "../session-lines.ts";
import type { WireSession } from "../wire.ts";

export const sessionsCancel: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request<WireSession>(
    "POST",
    path`/v1/sessions/${args.require("session_id")}/cancel`,
  );
  await context.print(answer, (session) => sessionLines(session, client));
  return EXIT.done;
};

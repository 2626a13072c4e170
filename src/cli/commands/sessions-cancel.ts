import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { sessionLines } from "../session-lines.ts";

export const sessionsCancel: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("POST /v1/sessions/:id/cancel", {
    params: { id: args.require("session_id") },
  });
  await context.print(answer, (session) => sessionLines(session, client));
  return EXIT.done;
};

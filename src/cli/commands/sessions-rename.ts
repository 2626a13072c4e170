import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const sessionsRename: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("PATCH /v1/sessions/:id", {
    params: { id: args.require("session_id") },
    body: { title: args.require("title") },
  });
  await context.print(answer, ({ id, title }) => [`Session ${id} is now called "${title}".`]);
  return EXIT.done;
};

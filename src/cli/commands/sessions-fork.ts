import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";

export const sessionsFork: Run = async (args, context) => {
  const messageId = args.get("message-id");
  const client = await context.client();
  const answer = await client.request("POST /v1/sessions/:id/fork", {
    params: { id: args.require("session_id") },
    body: { ...(messageId && { message_id: messageId }) },
  });
  await context.print(answer, ({ id }) => [
    `Session ${id} goes on from there; the first one stays as it is.`,
    `To write to it:  ${typed(`chat --session ${id}`)}`,
  ]);
  return EXIT.done;
};

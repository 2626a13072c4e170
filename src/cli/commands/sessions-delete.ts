import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { isSure } from "../is-sure.ts";

export const sessionsDelete: Run = async (args, context) => {
  const id = args.require("session_id");
  const client = await context.client();
  if (!args.has("yes")) {
    const { title } = (await client.request("GET /v1/sessions/:id", { params: { id } })).body;
    const question = `Erase session ${id}${title && ` "${title}"`} for ever? [y/N] `;
    if (!(await isSure(context, question))) return EXIT.failed;
  }
  const answer = await client.request("DELETE /v1/sessions/:id", { params: { id } });
  await context.print(answer, () => [
    `Session ${id} is erased. The audit still says what ran, without what was said.`,
  ]);
  return EXIT.done;
};

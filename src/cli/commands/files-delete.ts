import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const filesDelete: Run = async (args, context) => {
  const client = await context.client();
  const answer = await client.request("DELETE /v1/sessions/:id/files/:path{.+}", {
    params: { id: args.require("session_id"), path: args.require("path") },
    query: { ...(args.has("recursive") && { recursive: "1" }) },
  });
  const { path, deleted } = answer.body;
  await context.print(answer, () => [
    deleted ? `${path} is deleted.` : `This session has nothing at ${path}.`,
  ]);
  return deleted ? EXIT.done : EXIT.failed;
};

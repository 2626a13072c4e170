import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { readNamedBytes } from "../read-file.ts";

const DEADLINE_MS = 10 * 60_000;

export const filesPut: Run = async (args, context) => {
  const { basename } = process.getBuiltinModule("node:path");
  const file = args.require("file");
  const body = readNamedBytes(file);
  const client = await context.client();
  const answer = await client.request("PUT /v1/sessions/:id/files/:path{.+}", {
    params: { id: args.require("session_id"), path: args.get("to") ?? basename(file) },
    body,
    deadlineMs: DEADLINE_MS,
  });
  await context.print(answer, ({ path, size_bytes: size, created }) => [
    `${created ? "Wrote" : "Replaced"} ${path} (${size} bytes).`,
  ]);
  return EXIT.done;
};

import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const adminToken: Run = async (args, context) => {
  const seconds = args.get("expires-in-s");
  const client = await context.lastingAdmin();
  const answer = await client.request("POST /v1/admin/token", {
    body: seconds ? { expires_in_s: Number(seconds) } : {},
  });
  await context.print(answer, ({ token, expires_at: expiresAt }) => [
    `Stands for the admin key until ${expiresAt}:`,
    token,
  ]);
  return EXIT.done;
};

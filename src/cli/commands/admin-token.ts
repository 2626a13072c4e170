import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

type Minted = { readonly token: string; readonly expires_at: string };

export const adminToken: Run = async (args, context) => {
  const seconds = args.get("expires-in-s");
  const client = await context.admin();
  const answer = await client.request<Minted>("POST", "/v1/admin/token", {
    body: seconds ? { expires_in_s: Number(seconds) } : {},
  });
  await context.print(answer, ({ token, expires_at: expiresAt }) => [
    `Stands for the admin key until ${expiresAt}:`,
    token,
  ]);
  return EXIT.done;
};

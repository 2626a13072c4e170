import { listing } from "../columns.ts";
import type { CommandContext, Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const hubKeys: Run = async (args, context) => {
  const publisher = args.get("forget");
  if (publisher !== undefined) {
    const admin = await context.admin();
    const params = { publisher };
    const answer = await admin.request("DELETE /v1/hub/keys/:publisher", { params });
    await context.print(answer, () => [
      `The key of ${publisher} is forgotten. The next install asks an admin again.`,
    ]);
    return EXIT.done;
  }
  const rotated = args.get("rotate");
  if (rotated !== undefined) return rotate(rotated, args.get("as"), context);
  const client = await context.client();
  const answer = await client.request("GET /v1/hub/keys");
  await context.print(answer, ({ publishers, hubs }, screen) => [
    ...hubs.map(({ url, fingerprint }) => `hub ${url}  ${fingerprint ?? "nobody signs it"}`),
    ...listing(
      ["PUBLISHER", "FINGERPRINT", "PINNED BY", "AT"],
      publishers.map((it) => [it.publisher, it.fingerprint, it.pinned_by.name, it.pinned_at]),
      publishers.length,
      screen.width,
    ),
  ]);
  return EXIT.done;
};

async function rotate(hub: string, publisher: string | undefined, context: CommandContext) {
  const { resolve } = process.getBuiltinModule("node:path");
  const admin = await context.admin();
  const body = { to: resolve(hub), ...(publisher !== undefined && { publisher }) };
  const answer = await admin.request("POST /v1/hub/rotate-key", { body });
  await context.print(answer, ({ key, fingerprint }) => [
    `The new key is ${key}`,
    `Its fingerprint is ${fingerprint}. The old key names it, so who pinned that one is not asked again.`,
    "A workflow that publishes needs the new key: it lies in hub-keys/ of the home.",
  ]);
  return EXIT.done;
}

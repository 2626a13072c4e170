import type { Client } from "../client.ts";
import { listing } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { withSteps } from "../with-steps.ts";

const NO_HUB =
  'No hub is set up. Add one to settings.json, under "hubs", with the key that its owner told you, and restart.';

export const hubSearch: Run = async (args, context) => {
  const client = await context.client();
  const query = { q: args.get("text"), limit: args.get("limit"), offset: args.get("offset") };
  const work = client.request("GET /v1/hub/search", { query });
  const answer = await withSteps(context, client, "search", work);
  const hasNoHub = answer.body.total === 0 && (await hubsOf(client)) === 0;
  await context.print(answer, ({ items, total, refused = [] }, screen) => {
    if (hasNoHub) return [NO_HUB];
    const isOfMany = new Set(items.map(({ hub }) => hub)).size > 1;
    return [
      ...refused.map(({ url, message, code }) => `${url} was not searched. ${message} [${code}]`),
      ...listing(
        ["NAME", "VERSION", "KIND", "INSTALLED", ...(isOfMany ? ["HUB"] : []), "DESCRIPTION"],
        items.map((it) => [
          it.id,
          it.version,
          it.kind,
          it.installed_version ?? "no",
          ...(isOfMany ? [it.hub] : []),
          it.author === null ? it.description : `${it.description} (by ${it.author})`,
        ]),
        total,
        screen.width,
      ),
    ];
  });
  return EXIT.done;
};

async function hubsOf(client: Client): Promise<number> {
  return (await client.request("GET /v1/hub/keys")).body.hubs.length;
}

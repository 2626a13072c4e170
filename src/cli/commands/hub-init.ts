import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";

export const hubInit: Run = async (args, context) => {
  const { resolve, basename } = process.getBuiltinModule("node:path");
  const folder = resolve(args.require("folder"));
  const name = args.get("name") ?? slugOf(basename(folder));
  const client = await context.client();
  const answer = await client.request("POST /v1/hub/init", { body: { folder, name } });
  await context.print(answer, ({ key, fingerprint, expires_at, workflow }) => [
    `${folder} is the hub "${name}".`,
    `Key:          ${key}`,
    `Fingerprint:  ${fingerprint}`,
    ...(workflow === null
      ? []
      : [`Publishes on merge:  ${workflow} (its keys are in hub-keys of the home)`]),
    `The index is good until ${expires_at}; publishing signs it anew.`,
    `Publish into it:  ${typed(`hub publish <folder> --to ${folder}`)}`,
    `Others add to their settings:  "hubs": [{"url": "<where it is served>", "key": "${key}"}]`,
  ]);
  return EXIT.done;
};

function slugOf(text: string): string {
  return (
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9._-]+/g, "-")
      .replaceAll(/^[._-]+|[._-]+$/g, "") || "hub"
  );
}

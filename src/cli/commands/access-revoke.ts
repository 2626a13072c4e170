import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { givenAccess, isPath, wholePath } from "../wanted-access.ts";

export const accessRevoke: Run = async (args, context) => {
  const client = await context.client();
  const params = { id: args.require("capability_id") };
  const typed = args.get("path|host");
  const { body: now } = await client.request("GET /v1/capabilities/:id/access", { params });
  const given = givenAccess(now);
  const place = typed === undefined || !isPath(typed) ? typed : wholePath(typed);
  const count = given.paths.length + given.hosts.length;
  const body = {
    paths: given.paths.filter(({ root }) => place !== undefined && root !== place),
    hosts: given.hosts.filter((host) => place !== undefined && host !== place),
  };
  const isGone = body.paths.length + body.hosts.length < count;
  const answer = await client.request("PUT /v1/capabilities/:id/access", { params, body });
  await context.print(answer, ({ capability_id, items }) => [
    isGone || place === undefined
      ? `${place ?? "Everything that people opened"} is closed to ${capability_id}.`
      : `${place} was not open to ${capability_id}.`,
    ...(items.some(({ from }) => from === "settings")
      ? ["Access from settings.json stays: change it there."]
      : []),
    ...(items.some(({ from }) => from === "definition")
      ? ["Access from its definition stays: change the definition."]
      : []),
  ]);
  return isGone || place === undefined ? EXIT.done : EXIT.failed;
};

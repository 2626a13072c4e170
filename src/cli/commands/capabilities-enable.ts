import { adminIfNeeded } from "../admin-if-needed.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const capabilitiesEnable: Run = change(true);
export const capabilitiesDisable: Run = change(false);

function change(enabled: boolean): Run {
  return async (args, context) => {
    const params = { id: args.require("capability_id") };
    const body = { enabled, ...(args.has("draft") && { draft: true }) };
    const answer = await adminIfNeeded(context, (client) =>
      client.request("PATCH /v1/capabilities/:id", { params, body }),
    );
    await context.print(answer, ({ id }) => [
      `Capability ${id} is ${enabled ? "enabled" : "disabled"}.`,
    ]);
    return EXIT.done;
  };
}

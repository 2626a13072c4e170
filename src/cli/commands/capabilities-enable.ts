import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const capabilitiesEnable: Run = change(true);
export const capabilitiesDisable: Run = change(false);

function change(enabled: boolean): Run {
  return async (args, context) => {
    const client = await context.admin();
    const params = { id: args.require("capability_id") };
    const answer = await client.request("PATCH /v1/capabilities/:id", {
      params,
      body: { enabled, ...(args.has("draft") && { draft: true }) },
    });
    await context.print(answer, ({ id }) => [
      `Capability ${id} is ${enabled ? "enabled" : "disabled"}.`,
    ]);
    return EXIT.done;
  };
}

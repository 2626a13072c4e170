import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";

export const extensionsEnable: Run = change(true);
export const extensionsDisable: Run = change(false);

function change(enabled: boolean): Run {
  return async (args, context) => {
    const client = await context.admin();
    const params = { id: args.require("extension_id") };
    const answer = await client.request("PATCH /v1/extensions/:id", { params, body: { enabled } });
    await context.print(answer, ({ id }) => [
      `Extension ${id} is ${enabled ? "enabled" : "disabled"}.`,
    ]);
    return EXIT.done;
  };
}

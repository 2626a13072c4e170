import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { titled } from "../titled.ts";
import { withSteps } from "../with-steps.ts";

const DEADLINE_MS = 15 * 60_000;

export const hubPublish: Run = async (args, context) => {
  const { resolve } = process.getBuiltinModule("node:path");
  const folder = resolve(args.require("folder"));
  const to = args.require("to");
  const publisher = args.get("as");
  const client = await context.client();
  const body = {
    folder,
    to: /^https?:/.test(to) ? to : resolve(to),
    ...(publisher !== undefined && { publisher }),
  };
  const options = { body, deadlineMs: DEADLINE_MS };
  const work = client.request("POST /v1/hub/publish", options);
  const answer = await withSteps(context, client, "publish", work);
  await context.print(
    answer,
    ({ identity, author, digest, fingerprint, serial, changes, tested, not_run }) => [
      `Published ${identity}. It passed ${tested} ${tested === 1 ? "check" : "checks and tests"}.`,
      ...not_run,
      `Author:       ${author ?? "not said"}`,
      `Signed by:    ${fingerprint}`,
      `Digest:       ${digest}`,
      `Index:        serial ${serial}`,
      ...titled("Changed since the version before:", changes),
    ],
  );
  return EXIT.done;
};

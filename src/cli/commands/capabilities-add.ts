import type { Capability } from "../../http/client/wire.ts";
import { capabilityLines } from "../capability-lines.ts";
import type { Answer, Client } from "../client.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { ProblemError } from "../problem-error.ts";
import { typed } from "../program.ts";
import { readManifest } from "../read-manifest.ts";

export const capabilitiesAdd: Run = async (args, context) => {
  const manifest = readManifest(args.require("file"));
  const client = await context.client();
  await context.print(await addOrReplace(client, manifest), (capability) => [
    ...capabilityLines(capability),
    `To give it to an agent:  ${typed(`agents create --name <name> --capabilities ${capability.id}`)}`,
  ]);
  return EXIT.done;
};

async function addOrReplace(
  client: Client,
  body: ReturnType<typeof readManifest>,
): Promise<Answer<Capability>> {
  try {
    return await client.request("POST /v1/capabilities", { body });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== "STATE_CONFLICT") throw error;
    const id = `ext:${String(body.id).replace(/^ext:/, "")}`;
    return client.request("PATCH /v1/capabilities/:id", { params: { id }, body });
  }
}

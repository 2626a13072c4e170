import { columns } from "../columns.ts";
import type { Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";

const SOURCES = {
  environment: "the environment of the server",
  settings: "the settings of the server",
  connected: "connected while it ran",
  default: "the default",
} as const;

export const modelShow: Run = async (_args, context) => {
  const client = await context.client();
  const answer = await client.request("GET /v1/model");
  await context.print(answer, ({ name, source, chosen_by: by }) => [
    ...columns([
      ["model", name],
      ["from", by === null ? SOURCES[source] : `${SOURCES[source]}: ${by}`],
    ]),
    ...(source === "default" ? [`To use another:  ${typed("model connect")}`] : []),
    ...(source === "connected" ? [`To forget it:  ${typed("model disconnect")}`] : []),
  ]);
  return EXIT.done;
};

import { CapstanError } from "../../base/errors.ts";
import type { Model } from "../../http/client/wire.ts";
import type { Args } from "../args.ts";
import { columns } from "../columns.ts";
import type { CommandContext, Io, Run } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { typed } from "../program.ts";
import { renderLines } from "../render-lines.ts";

type Provider = Model["providers"][number];

/** The key is never an argument: those are seen by every user of the machine. */
export const modelConnect: Run = async (args, context) => {
  const client = await context.client();
  const { body: model } = await client.request("GET /v1/model");
  if (model.chosen_by !== null) {
    const message = `The server is started with a model: ${model.chosen_by}. Remove that and restart the server, then connect again.`;
    throw new CapstanError("STATE_CONFLICT", message);
  }
  const wanted = args.get("model") ?? (await askForProvider(context, model.providers));
  const [id] = wanted.split("/");
  const provider = model.providers.find((it) => it.id === id);
  const admin = await context.admin();
  const key = provider?.needs_key ? await readKey(args, context.io, provider) : undefined;
  const baseUrl = args.get("base-url");
  const answer = await admin.request("PUT /v1/model", {
    body: {
      name: wanted.includes("/") ? wanted : (provider?.model ?? wanted),
      ...(key && { key }),
      ...(baseUrl !== undefined && { base_url: baseUrl }),
    },
  });
  await context.print(answer, ({ name }) => [
    `Connected. ${name} answers from the next message on.`,
    ...(key
      ? [`Its key is stored as a sealed secret. To forget it: ${typed("model disconnect")}`]
      : []),
  ]);
  return EXIT.done;
};

async function askForProvider(
  { io, json }: CommandContext,
  providers: readonly Provider[],
): Promise<string> {
  const names = providers.map(({ id }) => id).join(", ");
  if (json || !io.isTyped || !io.isTty) {
    const example = typed(`model connect ${providers[0]?.id}`);
    throw new CapstanError("REQUEST_INVALID", `Name a provider (${names}): ${example}`);
  }
  const rows = providers.map(({ id, name, model, needs_key: needs }) => [
    id,
    name,
    model,
    needs ? "needs a key" : "needs no key",
  ]);
  io.out(renderLines(columns(rows), io).join("\n"));
  try {
    const answer = await io.ask("Provider, or a whole model name: ", { fresh: true });
    const line = typeof answer === "string" ? "" : answer.line.trim();
    if (line !== "") return line;
  } finally {
    await io.close();
  }
  throw new CapstanError("CANCELLED", "Nothing was connected.");
}

/** A stored key is used again where none is given. */
async function readKey(args: Args, io: Io, { name }: Provider): Promise<string | undefined> {
  if (args.has("key-stdin")) return (await io.readStdin()).trim();
  const preset = io.env.CAPSTAN_MODEL_KEY?.trim();
  return preset || (await io.askHidden(`Key of ${name}: `))?.trim();
}

import * as z from "zod";
import type { Engine } from "../engine/engine.ts";
import { askProvider } from "../engine/model/ask-provider.ts";
import { connectModel, disconnectModel } from "../engine/model/connect-model.ts";
import { ModelSource } from "../engine/model/server-model.ts";
import { PROVIDERS } from "../models/providers.ts";
import { route } from "./route.ts";

export const ModelView = z.object({
  name: z.string(),
  /** True while nobody has chosen one: the model that ships answers, without a key. */
  isOffline: z.boolean(),
  source: ModelSource,
  /** The variable or the setting that names it, and wins over a connected model; null where none does. */
  chosenBy: z.string().nullable(),
  /** Whose models can be connected; `model` is the whole name of the one to begin with. */
  providers: z
    .array(z.object({ id: z.string(), name: z.string(), model: z.string(), needsKey: z.boolean() }))
    .readonly(),
});

function viewModel({ serverModel }: Engine): z.infer<typeof ModelView> {
  const { name, source, by } = serverModel.answering();
  const providers = PROVIDERS.map(({ key, id, name, model }) => {
    return { id, name, model, needsKey: key !== null };
  });
  return { name, isOffline: name === "offline", source, chosenBy: by, providers };
}

/** No white space: it travels in a header. */
const ProviderKey = z
  .string()
  .max(4_096)
  .regex(/^[\x21-\x7e]+$/, "must be letters, digits and signs, without a space");

const BaseUrl = z
  .url({ protocol: /^https?$/ })
  .max(2_000)
  .refine((url) => !hasCredentials(url), "must not hold a name or a password");

function hasCredentials(url: string): boolean {
  const { username, password } = new URL(url);
  return username !== "" || password !== "";
}

export const modelRoutes = [
  route({
    id: "getModel",
    method: "GET",
    path: "/v1/model",
    summary: "The model that answers where an agent names none.",
    scope: "invoke",
    answer: ModelView,
    handle: async ({ engine }) => viewModel(engine),
  }),
  route({
    id: "connectModel",
    method: "PUT",
    path: "/v1/model",
    summary: "Connect a model: it is tried, and answers from the next turn on.",
    scope: "admin",
    body: z.strictObject({
      name: z.string().min(1).max(200),
      key: ProviderKey.optional(),
      base_url: BaseUrl.optional(),
    }),
    example: { name: "anthropic/claude-sonnet-4-5", key: "the key itself" },
    answer: ModelView,
    async handle({ engine, body: { base_url, ...wanted }, actor, signal }) {
      await connectModel(engine, { ...wanted, baseUrl: base_url }, actor, signal);
      return viewModel(engine);
    },
  }),
  route({
    id: "disconnectModel",
    method: "DELETE",
    path: "/v1/model",
    summary: "Forget the connected model and its key.",
    scope: "admin",
    answer: ModelView,
    async handle({ engine, actor }) {
      await disconnectModel(engine, actor);
      return viewModel(engine);
    },
  }),
  route({
    id: "checkModel",
    method: "POST",
    path: "/v1/model/check",
    summary: "Asks the model's provider whether it would answer, with one small request.",
    scope: "invoke",
    answer: z.object({
      name: z.string(),
      state: z.enum([
        "ok",
        "key_refused",
        "model_unknown",
        "rate_limited",
        "unreachable",
        "failed",
      ]),
      message: z.string(),
    }),
    async handle({ engine, signal }) {
      return { name: engine.modelName, ...(await askProvider(engine, signal)) };
    },
  }),
];

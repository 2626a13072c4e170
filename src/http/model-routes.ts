import * as z from "zod";
import { askProvider } from "../engine/model/ask-provider.ts";
import { route } from "./route.ts";

export const modelRoutes = [
  route({
    id: "getModel",
    method: "GET",
    path: "/v1/model",
    summary: "The model that answers where an agent names none.",
    scope: "invoke",
    answer: z.object({
      name: z.string(),
      /** True while nobody has chosen one: the model that ships answers, without a key. */
      isOffline: z.boolean(),
    }),
    async handle({ engine: { modelName } }) {
      return { name: modelName, isOffline: modelName === "offline" };
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

import * as z from "zod";
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
];

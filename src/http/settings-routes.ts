import * as z from "zod";
import { Quota } from "../schema/quota.ts";
import { route } from "./route.ts";

/** What the server runs with, for people to read; secrets have endpoints of their own. */
export const SettingsView = z.object({
  model: z.string(),
  /** Patterns of the models that an agent may name; null for any provider's. */
  models: z.array(z.string()).readonly().nullable(),
  quotas: z.array(Quota).readonly(),
  allowedHosts: z.array(z.string()).readonly(),
  webFetchHosts: z.array(z.string()).readonly(),
});

export const settingsRoutes = [
  route({
    id: "getSettings",
    method: "GET",
    path: "/v1/settings",
    summary: "The settings in force: model, quotas and hosts.",
    scope: "invoke",
    answer: SettingsView,
    async handle({ engine: { modelName, settings } }) {
      return { model: modelName, ...settings };
    },
  }),
];

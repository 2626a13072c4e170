import type { Api } from "../../http/api.ts";
import { IntentView, intentsRoutes } from "./intents-routes.ts";

export const intentsApi: Api = {
  routes: intentsRoutes,
  nouns: {
    Intent: IntentView,
  },
};

import type { Api } from "../../http/api.ts";
import { ExtensionDetailsView, ExtensionView, extensionsRoutes } from "./extensions-routes.ts";

export const extensionsApi: Api = {
  routes: extensionsRoutes,
  nouns: {
    Extension: ExtensionView,
    ExtensionDetails: ExtensionDetailsView,
  },
};

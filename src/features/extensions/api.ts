import type { Api } from "../../http/api.ts";
import { ExtensionDetailsView, extensionsRoutes } from "./extensions-routes.ts";
import { ExtensionView } from "./view-extension.ts";

export const extensionsApi: Api = {
  routes: extensionsRoutes,
  nouns: {
    Extension: ExtensionView,
    ExtensionDetails: ExtensionDetailsView,
  },
};

import type { Api } from "../../http/api.ts";
import { FileChangeView, PackDetailsView, PackView, packsRoutes } from "./packs-routes.ts";

export const packsApi: Api = {
  routes: packsRoutes,
  nouns: {
    Pack: PackView,
    PackDetails: PackDetailsView,
    PackFileChange: FileChangeView,
  },
};

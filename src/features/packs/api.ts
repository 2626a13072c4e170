import type { Api } from "../../http/api.ts";
import { FileChangeView, PackDetailsView, packsRoutes } from "./packs-routes.ts";
import { PackView } from "./view-pack.ts";

export const packsApi: Api = {
  routes: packsRoutes,
  nouns: {
    Pack: PackView,
    PackDetails: PackDetailsView,
    PackFileChange: FileChangeView,
  },
};

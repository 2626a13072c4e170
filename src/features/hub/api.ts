import type { Api } from "../../http/api.ts";
import { HubKeyView, hubRoutes } from "./hub-routes.ts";
import { HubDetailsView, HubInstallView, HubItemView } from "./hub-views.ts";
import { HubLock } from "./installs/lock.ts";
import { publishRoutes } from "./publish-routes.ts";
import { servedHubEndpoints, servedHubRoutes } from "./served-hub.ts";

export const hubApi: Api = {
  routes: [...hubRoutes, ...publishRoutes],
  openEndpoints: [...servedHubEndpoints],
  nouns: {
    HubDetails: HubDetailsView,
    HubInstall: HubInstallView,
    HubItem: HubItemView,
    HubKey: HubKeyView,
    HubLock,
  },
  mount(app, options) {
    servedHubRoutes(app, options);
  },
};

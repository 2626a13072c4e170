import type { Api } from "../../http/api.ts";
import { ConnectedClientView, mcpClientsRoutes, mcpEndpoints, mcpRoutes } from "./mcp-endpoint.ts";
import {
  FoundMcpServerView,
  McpServerView,
  mcpClientMetadataRoute,
  mcpServersRoutes,
  mcpSignInEndpoints,
  mcpSignInRoutes,
} from "./mcp-servers-routes.ts";

export const mcpApi: Api = {
  routes: [...mcpServersRoutes, ...mcpClientsRoutes],
  openEndpoints: [...mcpEndpoints, ...mcpSignInEndpoints],
  nouns: {
    FoundMcpServer: FoundMcpServerView,
    McpClient: ConnectedClientView,
    McpServer: McpServerView,
  },
  mount(app, options) {
    mcpRoutes(app, options);
    mcpSignInRoutes(app, options);
    mcpClientMetadataRoute(app, options);
  },
};

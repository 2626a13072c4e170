import type { Api } from "../../http/api.ts";
import { FoundMcpServer } from "../../schema/found-mcp-server.ts";
import { ConnectedClientView, mcpClientsRoutes, mcpEndpoints, mcpRoutes } from "./mcp-endpoint.ts";
import {
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
    FoundMcpServer,
    McpClient: ConnectedClientView,
    McpServer: McpServerView,
  },
  mount(app, options) {
    mcpRoutes(app, options);
    mcpSignInRoutes(app, options);
    mcpClientMetadataRoute(app, options);
  },
};

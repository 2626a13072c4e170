import { findDeferred } from "../engine/composition/find-deferred.ts";
import type { Engine } from "../engine/engine.ts";
import { invokeTool } from "../engine/invoke-tool.ts";
import { shippedCapabilities } from "../features/builtin/builtin-registry.ts";
import { createBuiltinFeature } from "../features/builtin/feature.ts";
import { createSystem } from "../features/builtin/system.ts";
import { createToolSearch } from "../features/builtin/tool-search.ts";
import { createBundlesApi } from "../features/bundles/api.ts";
import { createBundlesFeature } from "../features/bundles/feature.ts";
import { customApi } from "../features/custom/api.ts";
import { createCustomFeature } from "../features/custom/feature.ts";
import { extensionsApi } from "../features/extensions/api.ts";
import type { Feature } from "../features/feature.ts";
import { hubApi } from "../features/hub/api.ts";
import { createHubFeature } from "../features/hub/feature.ts";
import { createHubToolCode } from "../features/hub/installs/hub-tools.ts";
import { openWithdrawn } from "../features/hub/withdrawn.ts";
import { intentsApi } from "../features/intents/api.ts";
import { createIntentsFeature } from "../features/intents/feature.ts";
import { createAgentTestExecutor } from "../features/manifest-agents/tests/agent-test-executor.ts";
import { mcpApi } from "../features/mcp/api.ts";
import { createMcpFeature } from "../features/mcp/feature.ts";
import { MCP } from "../features/mcp/mcp-admin.ts";
import { packsApi } from "../features/packs/api.ts";
import { createPacksFeature } from "../features/packs/feature.ts";
import { createDependencies } from "../features/programs/dependencies.ts";
import { createProgramsFeature } from "../features/programs/feature.ts";
import { createPackageRequests } from "../features/programs/packages/package-requests.ts";
import { proposeForFolder } from "../features/programs/packages/propose-for-folder.ts";
import { agentProtocol } from "../features/programs/protocols/agent-protocol.ts";
import { skillProtocol } from "../features/programs/protocols/skill-protocol.ts";
import { createAskModel } from "../features/skills/advisor/ask-model.ts";
import { skillsApi } from "../features/skills/api.ts";
import { createSkillsFeature } from "../features/skills/feature.ts";
import { joinApis } from "../http/api.ts";
import { OWN_API } from "../http/app.ts";
import { addApi } from "./add/add-api.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import { FOLDER_KINDS } from "./folder-kinds.ts";
import { createFolderSearch } from "./folder-search.ts";
import { openHub } from "./open-hub.ts";
import { openMcpServers } from "./open-mcp-servers.ts";
import { openShelves } from "./open-shelves.ts";
import { nowhereToLayOut, type Services } from "./services.ts";
import type { Settings } from "./settings.ts";

/** All that is there over HTTP. Features first: "/v1/capabilities/install" before "/v1/capabilities/:id". */
export const API = joinApis([
  addApi,
  packsApi,
  extensionsApi,
  hubApi,
  skillsApi,
  createBundlesApi(FOLDER_KINDS),
  customApi,
  intentsApi,
  mcpApi,
  OWN_API,
]);

/** How code of a bundle is called. */
const PROTOCOLS = new Map([
  ["agent", agentProtocol],
  ["skill", skillProtocol],
]);

/** The features of one runtime, in the order in which gate and engine ask them. */
export async function openFeatures(
  options: AssembleOptions,
  services: Services,
  engine: () => Engine,
) {
  const { report = () => {} } = options;
  const { settings, store, clock, access, secrets, web, processes } = services;
  const { isolation, programs, packages, layOut, content } = services;
  const withdrawn = await openWithdrawn(store);
  const shelves = openShelves(options, services, withdrawn.why);
  const found = createFolderSearch(options, report);
  const dependencies = packages && createDependencies({ packages, layOut });
  const requests = createPackageRequests((wanted) => engine().of(MCP).recallPackages(wanted));
  const servers = openMcpServers(options, {
    ...services,
    askForPackages: (request, actor) => {
      const call = { toolId: "builtin:hub:install_packages", inputs: requests.add(request), actor };
      return invokeTool(engine(), call);
    },
  });
  const hub = openHub(options, { ...services, folderShelf: shelves.folderShelf, withdrawn });
  const { steps, changed_files: changedFiles, assumptions } = settings.advisor;
  const { enabled, max_depth: maxDepth, max_cycles: maxCycles } = settings.delegation;

  const own: readonly Feature[] = [
    createCustomFeature({
      ...{ engine, store, access, secrets, web },
      folder: options.capabilityFolder,
      maxBytes: settings.limits.output_bytes,
    }),
    createBundlesFeature({
      engine,
      sources: shelves.folderSources,
      content,
      found,
      serversIn: servers.found,
      bundles: {
        shelf: shelves.folderShelf,
        installed: shelves.installedFolders,
        refused: found.refused,
        trials: new Map(),
        proposeLocks: async (read) => proposeForFolder(packages ?? nowhereToLayOut(), read),
      },
    }),
    createPacksFeature({
      engine,
      packs: shelves.packs,
      blockTokens: settings.limits.pack_block_tokens,
    }),
    createSkillsFeature({ engine, delegation: { enabled, maxDepth, maxCycles } }),
    {
      name: "agents",
      executors: {
        agent_test: createAgentTestExecutor({ isolation, programs, layOut, dependencies }),
      },
    },
    createMcpFeature(servers),
    createHubFeature(hub, createHubToolCode(engine, requests)),
    createProgramsFeature({
      ...services,
      dependencies,
      protocols: PROTOCOLS,
      services: new Map([["ask_model", createAskModel({ steps, changedFiles, assumptions })]]),
    }),
    createIntentsFeature({ engine }),
  ];
  const capabilities = [
    ...shippedCapabilities({
      web,
      webFetch: webFetchLimits(settings),
      searchUrl: settings.research.search_url,
    }),
    createToolSearch((...asked) => findDeferred(engine(), ...asked)),
    ...own.flatMap(({ capabilities = [] }) => capabilities),
    createSystem(processes),
    ...(options.capabilities ?? []),
  ];
  return {
    features: [createBuiltinFeature({ capabilities, clock }), ...own],
    hooks: new Map(capabilities.flatMap(({ id, hooks }) => (hooks ? [[id, hooks]] : []))),
    found,
  };
}

function webFetchLimits({ web_fetch: limits }: Settings) {
  return {
    firstByteMs: limits.first_byte_ms,
    bodyMs: limits.body_ms,
    maxBytes: limits.max_bytes,
  };
}

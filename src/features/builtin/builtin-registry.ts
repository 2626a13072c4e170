import { CapstanError } from "../../base/errors.ts";
import type { Source } from "../../gate/catalog/source.ts";
import type { WebClient } from "../../sandbox/web-client.ts";
import type { Execution } from "../../schema/execution.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import type { BuiltinCapability, BuiltinTool } from "../builtin-capability.ts";
import { calculator } from "./calculator/calculator.ts";
import { currentTime } from "./current-time.ts";
import { describeBuiltin, executionOf } from "./describe-builtin.ts";
import { noop } from "./noop.ts";
import { createResearch } from "./research/create-research.ts";
import { sandbox } from "./sandbox.ts";
import { sessionFileSystem } from "./session-file-system/session-file-system.ts";
import { statelessTodoList } from "./stateless-todo-list.ts";
import { testMath } from "./test-math.ts";
import { testWeather } from "./test-weather.ts";
import { createWebFetch } from "./web-fetch/create-web-fetch.ts";
import type { WebFetchLimits } from "./web-fetch/fetch-page.ts";

type Parts = {
  readonly web: WebClient;
  readonly webFetch: WebFetchLimits;
  /** Where web_search asks; null when nowhere. */
  readonly searchUrl: string | null;
};

/** Everything that ships in process, in the order in which it is listed. */
export function shippedCapabilities({
  web,
  webFetch,
  searchUrl,
}: Parts): readonly BuiltinCapability[] {
  return [
    noop,
    currentTime,
    createResearch({ web, url: searchUrl, limits: webFetch }),
    sandbox,
    sessionFileSystem,
    testMath,
    testWeather,
    statelessTodoList,
    createWebFetch(web, webFetch),
    calculator,
  ];
}

export interface BuiltinRegistry extends Source {
  /** Refuses an id that is taken: nothing is ever shadowed. */
  register(capability: BuiltinCapability): void;
  /** The code that an entry names, if exactly that code is loaded. */
  codeOf(execution: Execution): BuiltinTool | undefined;
}

/** Holds the capabilities that run in this process (E14). */
export function createBuiltinRegistry(capabilities: readonly BuiltinCapability[]): BuiltinRegistry {
  const listed = new Map<string, SourcedCapability>();
  const code = new Map<string, BuiltinTool>();
  let tellChange = () => {};
  const registry: BuiltinRegistry = {
    id: "builtin",
    kind: "builtin",
    register(capability) {
      const { id, tools = [] } = capability;
      if (listed.has(id)) {
        throw new CapstanError("SETTINGS_INVALID", `Capability "${id}" exists already.`);
      }
      listed.set(id, describeBuiltin(capability));
      for (const tool of tools) {
        if ("run" in tool) code.set(keyOf(executionOf(id, tool)), tool);
      }
      tellChange();
    },
    codeOf: (execution) => code.get(keyOf(execution)),
    start(onChange) {
      tellChange = onChange;
    },
    list: async () => [...listed.values()],
    state: () => ({ state: "ready", error: null }),
    close: async () => {},
  };
  for (const capability of capabilities) registry.register(capability);
  return registry;
}

function keyOf({ capability, tool, code }: Execution): string {
  return `${code} ${capability} ${tool}`;
}

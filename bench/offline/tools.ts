import { currentTime } from "../../src/features/builtin/current-time.ts";
import { statelessTodoList } from "../../src/features/builtin/stateless-todo-list.ts";
import { testMath } from "../../src/features/builtin/test-math.ts";
import { testWeather } from "../../src/features/builtin/test-weather.ts";
import type { BuiltinCapability } from "../../src/features/builtin-capability.ts";
import type { Tool } from "../../src/schema/tool.ts";
import { makeTool } from "../../src/testing/make-tool.ts";
import { FILE_TOOLS } from "./file-tools.ts";
import { HOUSE_TOOLS } from "./house-tools.ts";
import { OFFICE_TOOLS } from "./office-tools.ts";

export type AgentName = "assistant" | "office" | "house";

/** The tools of three agents, of fifteen to twenty-one each. */
export function toolsOfAgents(): ReadonlyMap<AgentName, readonly Tool[]> {
  const time = toolsOf(currentTime);
  const math = toolsOf(testMath);
  const basics = [...time, ...math, ...toolsOf(testWeather), ...toolsOf(statelessTodoList)];
  return new Map<AgentName, readonly Tool[]>([
    ["assistant", [...basics, ...FILE_TOOLS]],
    ["office", [...OFFICE_TOOLS, ...time, ...math]],
    ["house", [...HOUSE_TOOLS, ...FILE_TOOLS.slice(0, 6)]],
  ]);
}

function toolsOf({ id, tools = [] }: BuiltinCapability): Tool[] {
  return tools.map(({ name, description, examples = [], inputSchema, riskLevel, behaviour }) =>
    makeTool({
      name,
      description,
      examples: [...examples],
      inputSchema,
      riskLevel,
      sourceId: id,
      behaviour: {
        readOnly: false,
        idempotent: false,
        dryRun: false,
        timeoutMs: 1_000,
        ...behaviour,
      },
    }),
  );
}

import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { HostProcesses } from "../../sandbox/host-processes.ts";
import type { ChildService, ChildServices } from "./child-services.ts";

/** What an agent with a permission for the system may ask for: its box shows nothing of it. */
export function createSystemServices(processes: HostProcesses): ChildServices {
  return new Map<string, ChildService>([
    [
      "processes",
      {
        permission: "system.processes",
        act: () => ({ toolId: "system:list_processes", inputs: {} }),
        answer: (outputs) => partOf(outputs, "processes"),
      },
    ],
    [
      "end_process",
      {
        permission: "system.processes",
        act: async (_request, params) => ({
          toolId: "system:end_process",
          inputs: await measured(processes, params),
        }),
        answer: (outputs) => ({ ended: partOf(partOf(outputs, "ended"), "pid") }),
      },
    ],
    [
      "disks",
      {
        permission: "system.hardware",
        act: ({ context }) => ({
          toolId: "system:list_disks",
          inputs: { paths: ["/", ...context.access.paths.map(({ root }) => root)] },
        }),
        answer: (outputs) => partOf(outputs, "disks"),
      },
    ],
  ]);
}

/** The process that has this number now. A program that says more of it must be right. */
async function measured(processes: HostProcesses, params: JsonObject): Promise<JsonObject> {
  const found = (await processes.list()).find(({ pid }) => pid === params.pid);
  const { name = found?.name, started = found?.started } = params;
  if (!found || name !== found.name || started !== found.started) {
    throw new CapstanError("PROCESS_GONE", "There is no such process. List them again.");
  }
  return { pid: found.pid, name: found.name, started: found.started };
}

function partOf(value: JsonValue | undefined, key: string): JsonValue {
  return (isJsonObject(value) ? value[key] : null) ?? null;
}

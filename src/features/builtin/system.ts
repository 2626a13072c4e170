import { statfs } from "node:fs/promises";
import type { JsonValue } from "../../base/json.ts";
import type { HostProcesses } from "../../sandbox/host-processes.ts";
import { type JsonSchema, SYSTEM_CAPABILITY } from "../../schema/tool.ts";
import type { BuiltinCapability } from "../builtin-capability.ts";

/** Models and clients neither see nor call an act. */
const ACT = { enabled: false, problem: "Only a program in a box can ask for it." } as const;
const READS = { readOnly: true, idempotent: true, dryRun: true, timeoutMs: 10_000 } as const;

/** One process: its number alone may be another one's by the time that a person has answered. */
const ONE_PROCESS: JsonSchema = {
  type: "object",
  properties: {
    pid: { type: "integer", minimum: 2, description: "The number of the process." },
    name: { type: "string", maxLength: 100, description: "Its name, as the system has it." },
    started: { type: "string", maxLength: 40, description: "When it began, RFC 3339 in UTC." },
  },
  required: ["pid", "name", "started"],
  additionalProperties: false,
};

export const END_PROCESS = `${SYSTEM_CAPABILITY}:end_process`;

/** What Capstan does on this machine for programs in boxes, which see nothing of it. */
export function createSystem(processes: HostProcesses): BuiltinCapability {
  return {
    id: SYSTEM_CAPABILITY,
    name: "System",
    description:
      "What programs in a box ask Capstan to do on this machine. Each is a call of its own; models cannot make it.",
    status: "available",
    icon: "cpu",
    category: "System",
    tools: [
      {
        ...ACT,
        name: "list_processes",
        description: "Lists the processes of this machine by name, with memory and time.",
        riskLevel: "LOW",
        sideEffectTags: ["system.processes"],
        behaviour: READS,
        inputSchema: { type: "object", properties: {}, additionalProperties: false },
        run: async () => ({ processes: await processes.list() }),
      },
      {
        ...ACT,
        name: "end_process",
        description: "Asks one process of this machine to end. Its unsaved work is lost.",
        riskLevel: "HIGH",
        sideEffectTags: ["system.processes"],
        behaviour: { dryRun: true, timeoutMs: 10_000 },
        inputSchema: ONE_PROCESS,
        async run({ pid, name, started }, { dryRun }) {
          const one = { pid: Number(pid), name: String(name), started: String(started) };
          if (dryRun) return { would_end: one };
          await processes.end(one);
          return { ended: one };
        },
      },
      {
        ...ACT,
        name: "list_disks",
        description: "Tells how large the disks are that these folders are on, and how full.",
        riskLevel: "LOW",
        sideEffectTags: ["system.hardware"],
        behaviour: READS,
        inputSchema: {
          type: "object",
          properties: {
            paths: { type: "array", items: { type: "string", maxLength: 4_096 }, maxItems: 300 },
          },
          required: ["paths"],
          additionalProperties: false,
        },
        run: async ({ paths }) => ({ disks: await Promise.all(textsIn(paths).map(describeDisk)) }),
      },
    ],
  };
}

function textsIn(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

async function describeDisk(path: string) {
  const { bsize, blocks, bavail } = await statfs(path);
  return { path, total_bytes: bsize * blocks, free_bytes: bsize * bavail };
}

import { statfs } from "node:fs/promises";
import { CapstanError } from "../../base/errors.ts";
import type { HostProcesses } from "../../sandbox/host-processes.ts";
import type { ChildService, ChildServices } from "./child-services.ts";

/** What an agent with a permission for the system may ask for: its box shows nothing of it. */
export function createSystemServices(processes: HostProcesses): ChildServices {
  return new Map<string, ChildService>([
    [
      "processes",
      {
        permission: "system.processes",
        run: async () => (await processes.list()).map((one) => ({ ...one })),
      },
    ],
    [
      "end_process",
      {
        permission: "system.processes",
        async run({ context, inputs }, { pid }) {
          // A person has approved a call with this number in it, and no other.
          const isApproved = context.confirmed && Object.values(inputs).includes(pid ?? null);
          if (context.dryRun || !isApproved || typeof pid !== "number") {
            const message = "A process is ended only after a person has approved exactly that.";
            throw new CapstanError("POLICY_DENIED", message);
          }
          await processes.end(pid);
          return { ended: pid };
        },
      },
    ],
    [
      "disks",
      {
        permission: "system.hardware",
        run: ({ context }) =>
          Promise.all(["/", ...context.access.paths.map(({ root }) => root)].map(describeDisk)),
      },
    ],
  ]);
}

async function describeDisk(path: string) {
  const { bsize, blocks, bavail } = await statfs(path);
  return { path, total_bytes: bsize * blocks, free_bytes: bsize * bavail };
}

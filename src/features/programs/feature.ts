import type { Secrets } from "../../gate/secrets/secrets.ts";
import type { HostFolders } from "../../sandbox/host-folders.ts";
import type { HostProcesses } from "../../sandbox/host-processes.ts";
import type { Isolation } from "../../sandbox/isolation.ts";
import type { Workspaces } from "../../sandbox/workspaces.ts";
import type { Feature } from "../feature.ts";
import type { BoxedPrograms } from "./boxed-programs.ts";
import { createChildExecutor } from "./child-executor.ts";
import type { ChildServices } from "./child-services.ts";
import { createCodeExecutor } from "./code-executor.ts";
import { createCommandExecutor } from "./command-executor.ts";
import type { Dependencies } from "./given-to.ts";
import { guardRoots } from "./guard-roots.ts";
import type { Packages } from "./packages/packages.ts";
import { createSystemServices } from "./system-services.ts";
import type { WarmProcesses } from "./warm-processes.ts";

type ChildOptions = Parameters<typeof createChildExecutor>[0];

type Parts = Pick<ChildOptions, "protocols"> & {
  readonly isolation: Isolation;
  readonly programs: BoxedPrograms;
  readonly warm: WarmProcesses;
  readonly workspaces: Workspaces;
  readonly layOut: (bundle: string) => Promise<string>;
  readonly folders: HostFolders;
  readonly processes: HostProcesses;
  readonly secrets: Pick<Secrets, "valueFor">;
  readonly dependencies: Dependencies | undefined;
  readonly packages: Pick<Packages, "tidy"> | undefined;
  /** What a program may ask its host for, beside what the system does. */
  readonly services: ChildServices;
};

/** Code and commands of bundles, in boxes. */
export function createProgramsFeature({
  folders,
  processes,
  secrets,
  packages,
  protocols,
  services,
  ...parts
}: Parts): Feature {
  const command = createCommandExecutor({ ...parts, secretFor: secrets.valueFor });
  const child = createChildExecutor({
    ...parts,
    protocols,
    services: new Map([...createSystemServices(processes), ...services]),
  });
  return {
    name: "programs",
    executors: {
      code: createCodeExecutor(parts),
      command: guardRoots(command, folders),
      child: guardRoots(child, folders),
    },
    tidy: async () => packages?.tidy(),
  };
}

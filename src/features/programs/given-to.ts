import { existsSync } from "node:fs";
import type { ExecutionRequest } from "../../gate/executor.ts";
import type { Mount, Network } from "../../sandbox/sandbox.ts";
import type { Access } from "../../schema/access.ts";
import type { ChildExecution } from "../../schema/execution.ts";
import { accessMounts } from "./access-mounts.ts";
import { atMost } from "./narrow-mounts.ts";
import type { OnProgress } from "./packages/packages.ts";

/** What code of a bundle finds in its box beside its own files and those of its session. */
export type Given = {
  readonly mounts: readonly Mount[];
  readonly network: Network;
  readonly env: Readonly<Record<string, string>>;
};

/** What a bundle depends on, as this machine has it. */
export interface Dependencies {
  /** Throws DEPENDENCY_MISSING, naming what is not there. */
  of(execution: ChildExecution, onProgress?: OnProgress): Promise<Pick<Given, "mounts" | "env">>;
  /** The packages of a bundle for a program of it, by the language that its command is in. */
  ofProgram(
    bundle: string,
    argv: readonly string[],
    onProgress?: OnProgress,
  ): Promise<Pick<Given, "mounts" | "env">>;
}

/** Files of the machine that tell what it is made of, and nothing of what is done on it. */
const HARDWARE = [
  "/sys/devices/system/cpu",
  "/sys/devices/system/node",
  "/sys/devices/virtual/dmi",
];

/** What people opened, as far as its manifest asks for it; and what it depends on. */
export function givenTo(
  request: ExecutionRequest,
  execution: ChildExecution,
  needed: Pick<Given, "mounts" | "env"> = { mounts: [], env: {} },
): Given {
  const { permissions = [] } = execution;
  const hosts = hostsGiven(permissions, request.context.access);
  const hardware = permissions.includes("system.hardware") ? HARDWARE.filter(existsSync) : [];
  return {
    mounts: [
      ...accessMounts(request).map((mount) => atMost(mount, execution)),
      ...hardware.map((path): Mount => ({ source: path, target: path, mode: "ro" })),
      ...needed.mounts,
    ],
    network: hosts.length > 0 ? { hosts } : "none",
    env: needed.env,
  };
}

/** Every host that was opened to it, where its manifest asks for the network. */
export function hostsGiven(permissions: readonly string[], { hosts }: Access): readonly string[] {
  return permissions.includes("network") ? hosts : [];
}

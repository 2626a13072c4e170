import { fileURLToPath } from "node:url";
import { hostEnvironment } from "../base/host-environment.ts";
import { HOST_PROGRAMS } from "../base/host-programs.ts";
import type { Launch } from "../cli/launch.ts";

/** Starts a server that outlives the command which needed it. */
export const launch: Launch = () => {
  // Loaded here, not imported: most commands find a server running.
  const { spawn } = process.getBuiltinModule("node:child_process");
  const entry = fileURLToPath(new URL("../../bin/capstan.mjs", import.meta.url));
  const child = spawn(process.execPath, [entry, ...HOST_PROGRAMS.server.args], {
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
    env: hostEnvironment("server"),
  });
  return { child };
};

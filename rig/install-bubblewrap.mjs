// Installs bubblewrap where it may: as root on a system with apt. Elsewhere it says the command.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const INSTALL = ["apt-get", "install", "-y", "--no-install-recommends", "bubblewrap"];

/** Returns why there is none, or undefined. */
export function installBubblewrap() {
  if (isOnPath("bwrap")) return undefined;
  if (process.platform !== "linux") return "the tests of the sandbox need Linux";
  if (process.getuid() !== 0 || !isOnPath("apt-get")) {
    return `the tests of the sandbox need bubblewrap. Install it: sudo ${INSTALL.join(" ")}`;
  }
  console.log("rig: installing bubblewrap");
  // A new machine may not have the list of packages yet.
  const failure = run(INSTALL) && (run(["apt-get", "update"]) || run(INSTALL));
  return failure && `bubblewrap could not be installed (${INSTALL.join(" ")}):\n${failure}`;
}

function run([command, ...args]) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8", env });
  return status === 0 ? undefined : (error?.message ?? stderr);
}

function isOnPath(name) {
  return process.env.PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

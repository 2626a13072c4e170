import { packageInfo } from "../package-info.ts";
import { type Check, fail, ok } from "./check.ts";

export function checkNode(running: string = process.versions.node): Check {
  const wanted = packageInfo().engines.node.replace(">=", "");
  return isAtLeast(running, wanted)
    ? ok("node", running)
    : fail("node", `This is Node ${running}; install ${wanted} or newer.`);
}

function isAtLeast(running: string, wanted: string): boolean {
  const [major = 0, minor = 0] = running.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split(".").map(Number);
  return major === wantedMajor ? minor >= wantedMinor : major > wantedMajor;
}

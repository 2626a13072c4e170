import { spawn } from "node:child_process";
import { hostEnvironment } from "../base/host-environment.ts";

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  // An address is an argument here, and not a line for a shell.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** False where nothing can open it: then a person has to. */
export function openBrowser(
  address: string,
  [command, ...args] = OPENERS[process.platform] ?? (["xdg-open"] as const),
): Promise<boolean> {
  const child = spawn(command, [...args, address], {
    detached: true,
    stdio: "ignore",
    env: hostEnvironment("desktop"),
  });
  child.unref();
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("spawn", () => resolve(true));
  });
}

import { join } from "node:path";
import { installApart } from "../../scripts/install-apart.ts";

/** Returns why it could not, or undefined. */
export async function installPeers(): Promise<string | undefined> {
  console.log("bench: looking for the peers");
  return installApart(join(import.meta.dirname, "..", "peers"));
}

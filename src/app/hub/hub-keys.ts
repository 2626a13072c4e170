import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { newSecret, signerOf } from "../../hub/keys.ts";
import type { HubSigner } from "../../ports/hub.ts";

/** Who signs: `hub:<name>` or `publisher:<name>`. */
export type HubKeys = (of: `hub:${string}` | `publisher:${string}`) => Promise<HubSigner>;

const NAME = /^(hub|publisher):([a-z0-9][a-z0-9._-]{0,63})$/;
const OWNER_ONLY = 0o600;

/**
 * CAPSTAN_HUB_KEY and CAPSTAN_PUBLISHER_KEY, for a workflow that has no home; else a file of the home,
 * made when it is first needed, that only its owner reads.
 */
export function createHubKeys(folder: string, env: NodeJS.ProcessEnv): HubKeys {
  return async (of) => {
    const [, kind, name] = NAME.exec(of) ?? [];
    if (kind === undefined || name === undefined) {
      throw new CapstanError(
        "HUB_INVALID",
        `"${of}" cannot have a key: its name is no plain word.`,
      );
    }
    const given = kind === "hub" ? env.CAPSTAN_HUB_KEY : env.CAPSTAN_PUBLISHER_KEY;
    if (given) return signerOf(given);
    const file = join(folder, `${kind}-${name}`);
    if (!existsSync(file)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(file, `${newSecret()}\n`, { mode: OWNER_ONLY, flag: "wx" });
    }
    return signerOf(readFileSync(file, "utf8"));
  };
}

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import type { HubSigner } from "./hub.ts";
import { newSecret, signerOf } from "./index/keys.ts";

type Of = `hub:${string}` | `publisher:${string}`;

/** Who signs: `hub:<name>` or `publisher:<name>`. */
export type HubKeys = {
  readonly signer: (of: Of) => Promise<HubSigner>;
  readonly nextSigner: (of: Of) => Promise<{ readonly signer: HubSigner; keep(): void }>;
};

const NAME = /^(hub|publisher):([a-z0-9][a-z0-9._-]{0,63})$/;
const OWNER_ONLY = 0o600;

/**
 * CAPSTAN_HUB_KEY and CAPSTAN_PUBLISHER_KEY, for a workflow that has no home; else a file of the home,
 * made when it is first needed, that only its owner reads.
 */
export function createHubKeys(folder: string, env: NodeJS.ProcessEnv): HubKeys {
  return {
    async signer(of) {
      const { given, file } = placesOf(of);
      return given ? signerOf(given) : readOrMake(file);
    },
    async nextSigner(of) {
      const { given, variable, file } = placesOf(of);
      if (given) {
        const message = `The key comes from ${variable}. Rotate it where its file is, and set the variable anew.`;
        throw new CapstanError("HUB_INVALID", message);
      }
      // One that begins with a dot is no name: nobody's own key is written over.
      const next = join(folder, `.next-${basename(file)}`);
      return { signer: readOrMake(next), keep: () => renameSync(next, file) };
    },
  };

  function placesOf(of: string) {
    const [, kind, name] = NAME.exec(of) ?? [];
    if (kind === undefined || name === undefined) {
      const message = `"${of}" cannot have a key: its name is no plain word.`;
      throw new CapstanError("HUB_INVALID", message);
    }
    const file = join(folder, `${kind}-${name}`);
    return kind === "hub"
      ? { file, variable: "CAPSTAN_HUB_KEY", given: env.CAPSTAN_HUB_KEY }
      : { file, variable: "CAPSTAN_PUBLISHER_KEY", given: env.CAPSTAN_PUBLISHER_KEY };
  }

  function readOrMake(file: string): HubSigner {
    if (!existsSync(file)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(file, `${newSecret()}\n`, { mode: OWNER_ONLY, flag: "wx" });
    }
    return signerOf(readFileSync(file, "utf8"));
  }
}

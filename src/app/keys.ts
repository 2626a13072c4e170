import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Clock, timestamp } from "../base/clock.ts";
import { sha256 } from "../base/digest.ts";
import type { NewId } from "../base/ids.ts";
import { newKey } from "../gate/secrets/tokens.ts";
import type { Scope, Token } from "../schema/actor.ts";
import { ADMIN_ID, OWNER_ID } from "../schema/principal.ts";
import type { TokenReader } from "../stores/readers/token-reader.ts";
import type { Store } from "../stores/store.ts";
import type { Home } from "./home.ts";

type KeysOptions = {
  readonly home: Home;
  readonly env: NodeJS.ProcessEnv;
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Whether the admin key is made on this start if there is none yet: somebody reads what is printed. */
  readonly makesAdminKey: boolean;
};

type Keys = {
  readonly tokens: TokenReader;
  /** Only on the start that made it: shown once, kept as a hash. */
  readonly newAdminKey: string | undefined;
};

const OWNER: Scope[] = ["invoke", "approve"];
export const ADMIN: Scope[] = ["invoke", "approve", "admin"];

/** The owner's and the admin's keys: preset by the environment, found in the home, or made now (X36). */
export async function openKeys(options: KeysOptions): Promise<Keys> {
  const { home, env, store, clock, newId, makesAdminKey } = options;
  // Presets and the key file live outside the database: changing them there revokes the old one.
  const presets = [preset(OWNER_ID, OWNER, env.CAPSTAN_API_KEY || ownerKey(home))];
  let newAdminKey: string | undefined;
  if (env.CAPSTAN_ADMIN_KEY) {
    presets.push(preset(ADMIN_ID, ADMIN, env.CAPSTAN_ADMIN_KEY));
  } else if (makesAdminKey && !(await store.tokens.getByPrincipal(ADMIN_ID))) {
    newAdminKey = newKey();
    const token = {
      ...preset(ADMIN_ID, ADMIN, newAdminKey),
      id: newId("token"),
      createdAt: timestamp(clock.now()),
    };
    await store.journal.commit("token.add", [{ type: "token.add", token }]);
  }
  return { tokens: withPresets(store.tokens, presets), newAdminKey };
}

/** The same key is the same token in every start. */
function preset(principalId: string, scopes: Scope[], key: string): Token {
  const hash = sha256(key);
  const createdAt = timestamp(0);
  const id = `token_preset_${hash.slice(0, 16)}`;
  return { id, principalId, scopes, hash, createdAt, expiresAt: null, revokedAt: null };
}

function withPresets(stored: TokenReader, presets: readonly Token[]): TokenReader {
  // A preset replaces the key that was made for its principal.
  const unlessReplaced = (token: Token | undefined) =>
    presets.some(({ principalId }) => principalId === token?.principalId) ? undefined : token;
  return {
    ...stored,
    getByHash: async (hash) =>
      presets.find((token) => token.hash === hash) ?? unlessReplaced(await stored.getByHash(hash)),
    get: async (id) =>
      presets.find((token) => token.id === id) ?? unlessReplaced(await stored.get(id)),
    getByPrincipal: async (id) =>
      presets.find((token) => token.principalId === id) ?? (await stored.getByPrincipal(id)),
  };
}

function ownerKey({ apiKey }: Home): string {
  if (existsSync(apiKey)) return readFileSync(apiKey, "utf8").trim();
  const key = newKey();
  writeFileSync(apiKey, `${key}\n`, { mode: 0o600, flag: "wx" });
  return key;
}

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { sha256 } from "../base/digest.ts";
import type { NewId } from "../base/ids.ts";
import { type Clock, timestamp } from "../ports/clock.ts";
import type { Store } from "../ports/store.ts";
import type { TokenReader } from "../ports/token-reader.ts";
import type { Scope, Token } from "../schema/actor.ts";
import type { Home } from "./home.ts";

type KeysOptions = {
  readonly home: Home;
  readonly env: NodeJS.ProcessEnv;
  readonly store: Store;
  readonly clock: Clock;
  readonly newId: NewId;
};

type Keys = {
  readonly tokens: TokenReader;
  /** Only on the start that made it: shown once, kept as a hash. */
  readonly newAdminKey: string | undefined;
};

const OWNER: Scope[] = ["invoke", "approve"];
const ADMIN: Scope[] = ["invoke", "approve", "admin"];

/** The owner's and the admin's keys: preset by the environment, found in the home, or made now (X36). */
export async function openKeys({ home, env, store, clock, newId }: KeysOptions): Promise<Keys> {
  const tokenOf = (actor: string, scopes: Scope[], key: string): Token => ({
    id: newId("token"),
    actor,
    scopes,
    hash: sha256(key),
    createdAt: timestamp(clock.now()),
  });
  // Presets and the key file live outside the database: changing them there revokes the old one.
  const presets = [tokenOf("owner", OWNER, env.CAPSTAN_API_KEY || ownerKey(home))];
  let newAdminKey: string | undefined;
  if (env.CAPSTAN_ADMIN_KEY) {
    presets.push(tokenOf("admin", ADMIN, env.CAPSTAN_ADMIN_KEY));
  } else if (!(await store.tokens.getByActor("admin"))) {
    newAdminKey = newKey();
    const token = tokenOf("admin", ADMIN, newAdminKey);
    await store.journal.commit("token.add", [{ type: "token.add", token }]);
  }
  return { tokens: withPresets(store.tokens, presets), newAdminKey };
}

function withPresets(stored: TokenReader, presets: readonly Token[]): TokenReader {
  return {
    async getByHash(hash) {
      const preset = presets.find((token) => token.hash === hash);
      if (preset) return preset;
      const token = await stored.getByHash(hash);
      // A preset replaces the key that was made for its actor.
      return presets.some(({ actor }) => actor === token?.actor) ? undefined : token;
    },
    getByActor: async (actor) =>
      presets.find((token) => token.actor === actor) ?? (await stored.getByActor(actor)),
  };
}

function ownerKey({ apiKey }: Home): string {
  if (existsSync(apiKey)) return readFileSync(apiKey, "utf8").trim();
  const key = newKey();
  writeFileSync(apiKey, `${key}\n`, { mode: 0o600, flag: "wx" });
  return key;
}

function newKey(): string {
  return `cap_${randomBytes(32).toString("base64url")}`;
}

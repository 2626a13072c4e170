import { timestamp } from "../base/clock.ts";
import { sha256 } from "../base/digest.ts";
import { createIds } from "../base/ids.ts";
import type { Io } from "../cli/command.ts";
import { EXIT } from "../cli/exit-code.ts";
import { systemAudit } from "../gate/audit/system-audit.ts";
import { newKey } from "../gate/secrets/tokens.ts";
import { ADMIN_ID } from "../schema/principal.ts";
import type { Change } from "../stores/journal.ts";
import type { Store } from "../stores/store.ts";
import { describeError } from "./describe-error.ts";
import { openHome } from "./home.ts";
import { ADMIN } from "./keys.ts";
import { openBackend } from "./open-backend.ts";
import { ownHome } from "./own-home.ts";
import { systemClock } from "./system-clock.ts";

/**
 * A new admin key in place of the old. Whoever can write the home may do it, and nobody over the
 * network: it works on the home itself, so the server must not be running.
 */
export async function resetAdmin(io: Io, json: boolean): Promise<number> {
  const env = io.env as NodeJS.ProcessEnv;
  const home = openHome(env);
  const giveUp = ownHome(home);
  const report = (error: unknown) => io.err(describeError(error));
  const { store, shared } = await openBackend({ env, database: home.database, report });
  try {
    const key = await replaceKey(store);
    io.out(json ? JSON.stringify({ admin_key: key }) : `Admin key, shown only this once: ${key}`);
    if (io.env.CAPSTAN_ADMIN_KEY) {
      io.err("CAPSTAN_ADMIN_KEY is set: while it is, that key counts and this one does not.");
    }
    return EXIT.done;
  } finally {
    await shared?.stop();
    await store.close();
    giveUp();
  }
}

async function replaceKey(store: Store): Promise<string> {
  const clock = systemClock;
  const newId = createIds(() => clock.now());
  const now = timestamp(clock.now());
  const key = newKey();
  const old = await store.tokens.getByPrincipal(ADMIN_ID);
  const revoked: Change[] = old ? [{ type: "token.revoke", id: old.id, revokedAt: now }] : [];
  const token = {
    id: newId("token"),
    principalId: ADMIN_ID,
    scopes: ADMIN,
    hash: sha256(key),
    createdAt: now,
    expiresAt: null,
    revokedAt: null,
  };
  await store.journal.commit("admin.reset", [
    ...revoked,
    { type: "token.add", token },
    systemAudit({ clock, newId }, "token.created", "system", {
      token_id: token.id,
      principal_id: ADMIN_ID,
      name: "admin",
      scopes: ADMIN,
      replaces: old?.id ?? null,
    }),
  ]);
  return key;
}

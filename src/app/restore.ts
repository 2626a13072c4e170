import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { CapstanError } from "../base/errors.ts";
import { createKeyring, isSignedBy } from "../base/keyring.ts";
import type { Args } from "../cli/args.ts";
import type { Io } from "../cli/command.ts";
import { EXIT } from "../cli/exit-code.ts";
import { openSqliteStore } from "../stores/sqlite/open-sqlite-store.ts";
import { openHome } from "./home.ts";
import { openMasterKey } from "./master-key.ts";
import { ownHome } from "./own-home.ts";

/**
 * Puts a backup in the place of the home's database. It is opened and its audit trail verified
 * before anything is replaced; what was there is kept beside it.
 */
export async function restore(args: Args, io: Io, json: boolean): Promise<number> {
  const env = io.env as NodeJS.ProcessEnv;
  const file = resolve(args.require("file"));
  if (!existsSync(file)) throw new CapstanError("REQUEST_INVALID", `There is no file ${file}.`);
  const home = openHome(env);
  const giveUp = ownHome(home);
  const candidate = `${home.database}.restoring`;
  try {
    for (const ending of ["", "-wal", "-shm"]) rmSync(candidate + ending, { force: true });
    copyFileSync(file, candidate);
    const records = await verify(candidate, openMasterKey(home.masterKey, env.CAPSTAN_MASTER_KEY));
    const before = existsSync(home.database)
      ? `${home.database}.before-${new Date(io.now()).toISOString().replaceAll(":", "-")}`
      : undefined;
    if (before) renameSync(home.database, before);
    for (const ending of ["-wal", "-shm"]) rmSync(home.database + ending, { force: true });
    renameSync(candidate, home.database);
    const answer = { restored: file, records, kept: before ?? null };
    if (json) io.out(JSON.stringify(answer));
    else {
      io.out(`Restored ${file}: ${records} audit records, every chain verifies.`);
      if (before) io.out(`What was there before is in ${before}.`);
    }
    return EXIT.done;
  } finally {
    for (const ending of ["", "-wal", "-shm"]) rmSync(candidate + ending, { force: true });
    giveUp();
  }
}

async function verify(file: string, masterKey: Uint8Array): Promise<number> {
  const store = openSqliteStore(file);
  try {
    const { publicKey } = createKeyring(masterKey).signer("audit");
    const verification = await store.audit.verify(({ body, signature }) =>
      isSignedBy(publicKey, body, signature),
    );
    if (verification.ok) return verification.records;
    const { stream, sequence, reason } = verification.firstBad ?? {};
    const message = `The backup does not verify under this home's master key: ${stream} ${sequence}: ${reason} Put the master-key that belongs to it into the home first.`;
    throw new CapstanError("STORE_CORRUPT", message);
  } finally {
    await store.close();
  }
}

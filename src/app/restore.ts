import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { CapstanError } from "../base/errors.ts";
import { createKeyring, signedBy } from "../base/keyring.ts";
import type { Args } from "../cli/args.ts";
import type { Io } from "../cli/command.ts";
import { EXIT } from "../cli/exit-code.ts";
import type { CheckpointKeeper } from "../gate/audit/checkpoint-keeper.ts";
import { findAnyKeptFault } from "../gate/audit/verify-against.ts";
import { openSqliteStore } from "../stores/sqlite/open-sqlite-store.ts";
import { openCheckpointFile } from "./checkpoint-file.ts";
import { openHome } from "./home.ts";
import { openMasterKey } from "./master-key.ts";
import { ownHome } from "./own-home.ts";
import { readSettings } from "./settings.ts";

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
    const masterKey = openMasterKey(home.masterKey, env.CAPSTAN_MASTER_KEY);
    const keeper = openCheckpointFile(readSettings(home.settings, env), home.folder);
    const { records, older } = await verify(candidate, masterKey, keeper);
    const before = existsSync(home.database)
      ? `${home.database}.before-${new Date(io.now()).toISOString().replaceAll(":", "-")}`
      : undefined;
    if (before) renameSync(home.database, before);
    for (const ending of ["-wal", "-shm"]) rmSync(home.database + ending, { force: true });
    renameSync(candidate, home.database);
    const answer = { restored: file, records, kept: before ?? null, older: older ?? null };
    if (json) io.out(JSON.stringify(answer));
    else {
      io.out(`Restored ${file}: ${records} audit records, every chain verifies.`);
      if (before) io.out(`The earlier database is in ${before}.`);
      if (older) {
        io.out(`Held against the checkpoints in ${keeper?.place}: ${older}`);
        io.out("If that is this backup's age, put that file aside: audit verify goes by it.");
      }
    }
    return EXIT.done;
  } finally {
    for (const ending of ["", "-wal", "-shm"]) rmSync(candidate + ending, { force: true });
    giveUp();
  }
}

/** How many records there are, and in which way they are older than what was kept beside them. */
async function verify(file: string, masterKey: Uint8Array, keeper: CheckpointKeeper | undefined) {
  const store = openSqliteStore(file);
  try {
    const isSigned = signedBy(createKeyring(masterKey).signer("audit").publicKey);
    const verification = await store.audit.verify(isSigned);
    if (verification.ok) {
      const kept = (await keeper?.read()) ?? [];
      const fault = await findAnyKeptFault(store.audit, kept, isSigned);
      return { records: verification.records, older: fault?.reason };
    }
    const { stream, sequence, reason } = verification.firstBad ?? {};
    const message = `The backup does not verify under this home's master key: ${stream} ${sequence}: ${reason} Put the master-key that belongs to it into the home first.`;
    throw new CapstanError("STORE_CORRUPT", message);
  } finally {
    await store.close();
  }
}

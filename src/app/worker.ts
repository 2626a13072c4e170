import { setTimeout as delay } from "node:timers/promises";
import { CapstanError } from "../base/errors.ts";
import type { Io } from "../cli/command.ts";
import { EXIT } from "../cli/exit-code.ts";
import { packageInfo } from "../cli/package-info.ts";
import { assemble } from "./assemble.ts";
import { describeError } from "./describe-error.ts";
import { openHome } from "./home.ts";
import { openMasterKey } from "./master-key.ts";
import { openBackend } from "./open-backend.ts";
import { openModel } from "./open-model.ts";
import { readSettings } from "./settings.ts";
import { openTelemetry } from "./telemetry/telemetry.ts";

/** How long what runs may take to finish its step. Others take over what is left. */
const DRAIN_MS = 30_000;

/** `capstan worker`: runs the turns of sessions, without a surface of its own. */
export async function worker(io: Io, json: boolean): Promise<number> {
  const { promise: told, resolve: stop } = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop());
  const env = io.env as NodeJS.ProcessEnv;
  const report = (error: unknown) => io.err(describeError(error));
  const home = openHome(env);
  const settings = readSettings(home.settings, env);
  const backend = await openBackend({ env, database: home.database, report });
  if (!backend.shared) {
    await backend.store.close();
    const message =
      "A worker shares its work with others, which needs PostgreSQL: set DATABASE_URL. With SQLite, capstan serve runs the turns itself.";
    throw new CapstanError("SETTINGS_INVALID", message);
  }
  const assembled = await assemble({
    ...backend,
    settings,
    model: openModel(settings.model, env),
    openModel: (name) => openModel(name, env),
    masterKey: openMasterKey(home.masterKey, env.CAPSTAN_MASTER_KEY),
    policyFolder: home.policy,
    capabilityFolder: home.capabilities,
    telemetry: await openTelemetry(env, packageInfo().version),
    report,
  });
  await assembled.start();
  io.out(json ? JSON.stringify({ state: "ready", pid: process.pid }) : "The worker is ready.");
  await told;
  await Promise.race([assembled.stop(), delay(DRAIN_MS)]);
  return EXIT.done;
}

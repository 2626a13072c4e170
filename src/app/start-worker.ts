import { CapstanError } from "../base/errors.ts";
import { openMachineId } from "../sandbox/machine/machine-id.ts";
import { assemble } from "./assemble.ts";
import { openHome } from "./home.ts";
import { openMasterKey } from "./master-key.ts";
import { noteFault } from "./note-fault.ts";
import { openBackend } from "./open-backend.ts";
import { openStart } from "./open-start.ts";
import { SHIPPED_PACKS } from "./shipped-packs.ts";
import type { RunningServer, ServerOptions } from "./start-server.ts";
import { openTelemetry } from "./telemetry/telemetry.ts";

type WorkerOptions = Pick<ServerOptions, "env" | "version" | "report" | "adjust">;

type RunningWorker = Pick<RunningServer, "noteFault" | "stop">;

/** Opens what the servers share and begins to run turns. Whatever fails closes it again. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { env, report } = options;
  const home = openHome(env);
  const opening = openStart(home.settings, env);
  const backend = await openBackend({ env, database: home.database, report });
  const { settings, models } = await opening();
  try {
    if (!backend.shared) {
      const message =
        "A worker shares its work with others, which needs PostgreSQL: set DATABASE_URL. With SQLite, capstan serve runs the turns itself.";
      throw new CapstanError("SETTINGS_INVALID", message);
    }
    const plain = {
      ...backend,
      settings,
      ...models,
      masterKey: openMasterKey(home.masterKey, env.CAPSTAN_MASTER_KEY),
      policyFolder: home.policy,
      homeFolder: home.folder,
      shippedPacks: SHIPPED_PACKS,
      capabilityFolder: home.capabilities,
      mcpFile: home.mcp,
      contentFolder: home.content,
      workspaceFolder: home.workspaces,
      machine: openMachineId(home.machineId),
      ownFolders: [home.folder],
      telemetry: await openTelemetry(env, options.version),
      report,
    };
    const assembled = await assemble(options.adjust?.(plain) ?? plain);
    await assembled.start();
    const { gate } = assembled.engine;
    return { stop: assembled.stop, noteFault: (error) => noteFault(gate, error) };
  } catch (error) {
    await backend.shared?.stop();
    await backend.store.close();
    throw error;
  }
}

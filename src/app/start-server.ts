import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { CapstanError } from "../base/errors.ts";
import { removeEnded } from "../cli/presence/kept-presence.ts";
import { typed } from "../cli/program.ts";
import { SKILL_FOLDERS } from "../features/bundles/trusted-folders.ts";
import { createHubKeys } from "../features/hub/hub-keys.ts";
import { createGateway } from "../features/mcp/gateway/create-gateway.ts";
import { createApp } from "../http/app.ts";
import { createAuthenticate } from "../http/authenticate.ts";
import { createHttpServer } from "../http/create-http-server.ts";
import { createPresenceQuestions } from "../http/presence-questions.ts";
import { createSignIn } from "../http/sign-in.ts";
import { openMachineId } from "../sandbox/machine/machine-id.ts";
import { OWNER_ID } from "../schema/principal.ts";
import { assemble } from "./assemble.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import { openCheckpointFile } from "./checkpoint-file.ts";
import { API } from "./features.ts";
import type { LocalModel } from "./find-ollama.ts";
import { openHome } from "./home.ts";
import { openKeys } from "./keys.ts";
import { openMasterKey } from "./master-key.ts";
import { noteFault } from "./note-fault.ts";
import { type Backend, openBackend } from "./open-backend.ts";
import { openStart } from "./open-start.ts";
import { ownHome } from "./own-home.ts";
import { repeat } from "./repeat.ts";
import { SHIPPED_PACKS } from "./shipped-packs.ts";
import { openTelemetry } from "./telemetry/telemetry.ts";
import { tellPrincipals } from "./tell-principals.ts";
import { watchRequests } from "./watch-requests.ts";

export type ServerOptions = {
  readonly env: NodeJS.ProcessEnv;
  readonly version: string;
  /**
   * Started by another command: it takes any free port when the wanted one is taken, and makes no
   * admin key, because the output of that command is no place for one.
   */
  readonly background?: boolean;
  readonly report: (error: unknown) => void;
  /** Told how far a long upgrade of the database has come, and what it has changed. */
  readonly tell?: ((line: string) => void) | undefined;
  /** What a test changes about the assembly. */
  readonly adjust?: (options: AssembleOptions) => AssembleOptions;
};

export type RunningServer = {
  readonly url: string;
  readonly home: string;
  readonly newAdminKey: string | undefined;
  /** A model on this machine that answers because nobody chose another. */
  readonly localModel: LocalModel | undefined;
  readonly server: Server;
  isBusy(): boolean;
  /**
   * Signs one browser in, once, within ten minutes. `isShown`: only a person at a terminal sees it, so
   * it proves their presence.
   */
  signInLink(isShown: boolean): Promise<string>;
  /** Puts on record that an error which nothing caught ends the server. */
  noteFault(error: unknown): Promise<void>;
  stop(): Promise<void>;
};

const DEFAULT_PORT = 4747;
const DEFAULT_HOST = "127.0.0.1";
/** How long who asked before the stop may wait for an answer. */
const ANSWER_MS = 3_000;
/** How long a proof of presence that has ended may lie in the home. */
const SWEEP_MS = 30_000;

/** Takes the home, opens what is in it, and answers on HTTP. Whatever fails gives the home up again. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { env, report, background = false } = options;
  const home = openHome(env);
  const giveUp = ownHome(home);
  let backend: Backend | undefined;
  try {
    const opening = openStart(home.settings, env);
    backend = await openBackend({ env, database: home.database, report, tell: options.tell });
    const { store } = backend;
    const { settings, models, found } = await opening();
    const checkpointKeeper = openCheckpointFile(settings, home.folder);
    const plain: AssembleOptions = {
      ...backend,
      settings,
      ...models,
      masterKey: openMasterKey(home.masterKey, env.CAPSTAN_MASTER_KEY),
      policyFolder: home.policy,
      homeFolder: home.folder,
      shippedPacks: SHIPPED_PACKS,
      packFolders: packFoldersOf(env),
      capabilityFolder: home.capabilities,
      contentFolder: home.content,
      workspaceFolder: home.workspaces,
      machine: openMachineId(home.machineId),
      ownFolders: [home.folder],
      mcpFile: home.mcp,
      hubKeys: createHubKeys(home.hubKeys, env),
      ...(checkpointKeeper && { checkpointKeeper }),
      telemetry: await openTelemetry(env, options.version),
      report,
    };
    const assembled = await assemble(options.adjust?.(plain) ?? plain);
    const { engine } = assembled;
    const { clock, newId, keyring, people } = engine.gate;
    const { tokens, newAdminKey } = await openKeys({
      ...{ home, env, store, clock, newId },
      makesAdminKey: !background,
    });
    await tellPrincipals(engine, options.tell ?? (() => {}));
    const host = env.CAPSTAN_HOST || DEFAULT_HOST;
    const signIn = createSignIn(() => clock.now());
    const gateway = createGateway({ engine, version: options.version });
    const app = createApp({
      api: API,
      engine,
      version: options.version,
      authenticate: createAuthenticate({ tokens, people, keyring, clock }),
      tokens,
      signIn,
      presence: createPresenceQuestions(() => clock.now()),
      gateway,
      maxBodyBytes: settings.limits.body_bytes,
      allowedHosts: new Set(
        [host, ...settings.allowed_hosts, ...publicHosts(settings)].map(hostHeader),
      ),
      report,
    });
    const server = createHttpServer(app);
    const requests = watchRequests(server);
    const url = await listen(server, host, portOf(env), background);
    writeFileSync(home.serve, JSON.stringify({ url, pid: process.pid, background }), {
      mode: 0o600,
    });
    const sweep = async () => removeEnded(home.presence, clock.now());
    const stopSweep = repeat(SWEEP_MS, sweep, report);
    await assembled.start();
    return {
      url,
      home: home.folder,
      newAdminKey,
      localModel: engine.serverModel.answering().source === "default" ? found : undefined,
      server,
      isBusy: () => engine.queue.busy,
      async signInLink(isShown) {
        const owner = await tokens.getByPrincipal(OWNER_ID);
        if (!owner) return url;
        const admin = isShown ? { until: null } : null;
        return `${url}/#code=${signIn.newCode({ tokenId: owner.id, signedUntil: null, admin })}`;
      },
      noteFault: (error) => noteFault(engine.gate, error),
      async stop() {
        rmSync(home.serve, { force: true });
        engine.drain.requested = true;
        server.close();
        await stopSweep();
        // Streams that only listen end by themselves never.
        await gateway.close();
        // A call that is cut off here would have to be asked about.
        await requests.answered(ANSWER_MS);
        server.closeAllConnections();
        await assembled.stop();
        giveUp();
      },
    };
  } catch (error) {
    await backend?.shared?.stop();
    await backend?.store.close();
    giveUp();
    throw error;
  }
}

/** Where other programs keep skills for everyone to use. */
function packFoldersOf(env: NodeJS.ProcessEnv): readonly string[] {
  const person = env.HOME || homedir();
  return SKILL_FOLDERS.map((folder) => join(person, folder));
}

/** A host as it stands in a Host header, without its port. */
function hostHeader(host: string): string {
  return host.includes(":") && !host.startsWith("[")
    ? `[${host.toLowerCase()}]`
    : host.toLowerCase();
}

function portOf(env: NodeJS.ProcessEnv): number {
  if (!env.CAPSTAN_PORT) return DEFAULT_PORT;
  const port = Number(env.CAPSTAN_PORT);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new CapstanError("SETTINGS_INVALID", `CAPSTAN_PORT "${env.CAPSTAN_PORT}" is not a port.`);
}

async function listen(
  server: Server,
  host: string,
  port: number,
  anyPort: boolean,
): Promise<string> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    const taken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
    if (!taken) throw cause;
    if (anyPort && port !== 0) return listen(server, host, 0, false);
    const message = `Port ${port} is taken. Choose another: ${typed(`serve --port ${port + 1}`)}`;
    throw new CapstanError("SETTINGS_INVALID", message, { cause });
  }
  const { port: bound } = server.address() as AddressInfo;
  return `http://${hostHeader(host)}:${bound}`;
}

function publicHosts({ public_url: url }: { readonly public_url: string | null }): string[] {
  return url === null ? [] : [new URL(url).hostname];
}

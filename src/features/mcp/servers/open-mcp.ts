import { setTimeout as sleep } from "node:timers/promises";
import { type Clock, timestamp } from "../../../base/clock.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { AccessBook } from "../../../gate/access/access-book.ts";
import type { Catalog } from "../../../gate/catalog/catalog.ts";
import type { HostFolders } from "../../../sandbox/host-folders.ts";
import type { Actor } from "../../../schema/actor.ts";
import {
  type LockedPackage,
  mcpSourceOf,
  type StoredMcpServer,
  withoutLock,
} from "../../../schema/mcp-server.ts";
import type { Change } from "../../../stores/journal.ts";
import type { Store } from "../../../stores/store.ts";
import {
  type AskForPackages,
  type PackageRequest,
  packageLines,
} from "../../programs/packages/package-requests.ts";
import { clientMetadataOf } from "../client/client-metadata.ts";
import {
  type ClientSettings,
  type ConfiguredServer,
  createMcpServer,
  mcpTrust,
} from "../client/create-mcp-server.ts";
import { findOwnFiles } from "../client/own-files.ts";
import { packageSpec } from "../client/package-spec.ts";
import type { McpAdmin, McpServerReport } from "../mcp-admin.ts";
import { CLIENT_METADATA_PATH, SIGN_IN_PATH } from "../mcp-admin.ts";
import type { McpServers } from "../mcp-client.ts";
import { createMcpSource } from "../mcp-source.ts";
import { findServers } from "./found-servers.ts";
import type { InstalledPackage, Installer, ProposedPackage } from "./install-package.ts";
import { lookAtServer } from "./look-at-server.ts";
import { parseServer } from "./parse-server.ts";
import { readMcpFile } from "./read-mcp-file.ts";
import { createReports, type Refused, type Running } from "./report-server.ts";
import { declaredOpenings } from "./server-access.ts";
import { shownConfig } from "./shown-config.ts";
import { isSame, unpinnedPackage, type Wanted, writtenOf } from "./wanted-server.ts";

type Options = {
  /** Where everybody reaches this server. */
  readonly publicUrl: string | null;
  readonly store: Pick<Store, "journal" | "mcpServers">;
  readonly clock: Clock;
  readonly client: ClientSettings;
  readonly access: Pick<AccessBook, "declare" | "of" | "onChange">;
  readonly folders: HostFolders;
  /** Undefined where there is no folder for packages. */
  readonly install: Installer | undefined;
  readonly askForPackages: AskForPackages;
  /** The owner's `mcp.json`. */
  readonly file: string | undefined;
  readonly audit: (
    type: "mcp_server.added" | "mcp_server.removed",
    by: string,
    data: JsonObject,
  ) => Change;
  readonly report: (error: unknown) => void;
  /** Takes secrets out of what a server wrote, before anybody sees it. */
  readonly hide: (text: string) => string;
};

export interface OpenMcp extends McpAdmin, McpServers {
  /** Takes in what is configured now, and lets go of what is no longer. Waits for no server. */
  sync(catalog: Catalog): Promise<void>;
}

const SETTINGS = "settings";
/** Who adds a server sees its tools at once, if they are there by then. */
const WAIT_MS = 15_000;

/** Every MCP server of this installation: those of the owner's file, and those added over the API. */
export function openMcp(options: Options): OpenMcp {
  const { store, client, install, report, access } = options;
  const running = new Map<string, Running>();
  const refused = new Map<string, Refused>();
  const starting = new Map<string, Promise<void>>();
  let catalog: Catalog | undefined;
  let syncing = Promise.resolve();
  const { hide } = options;
  const reportOf = createReports({
    running,
    refused,
    access,
    client,
    catalog: () => catalog,
    hide,
  });

  access.onChange(() => {
    for (const { server } of running.values()) server.accessChanged().catch(report);
  });

  async function wanted(): Promise<ReadonlyMap<string, Wanted>> {
    const stored = new Map((await store.mcpServers.list()).map((one) => [one.id, one]));
    const all = new Map<string, Wanted>();
    for (const [id, config] of readMcpFile(options.file)) {
      all.set(id, { id, config, from: "settings", stored: stored.get(id) });
    }
    for (const [id, one] of stored) {
      if (one.createdBy === SETTINGS || all.has(id)) continue;
      all.set(id, { id, config: one.config as JsonObject, from: "added", stored: one });
    }
    return all;
  }

  async function sync(into: Catalog): Promise<void> {
    catalog = into;
    const now = await wanted();
    for (const [id, one] of running) {
      const next = now.get(id);
      if (next && writtenOf(next) === one.written) continue;
      running.delete(id);
      access.declare(mcpSourceOf(id), []);
      await into.remove(mcpSourceOf(id));
    }
    for (const id of refused.keys()) if (!now.has(id)) refused.delete(id);
    for (const one of now.values()) {
      // What was refused is tried again when it is written otherwise, or when somebody asks.
      const isRefused = refused.get(one.id)?.written === writtenOf(one);
      if (running.has(one.id) || starting.has(one.id) || isRefused) continue;
      // Installing takes long: nobody waits for it.
      begin(one, into).catch(report);
    }
  }

  /** Resolves when its tools are listed, or cannot be. */
  function begin(one: Wanted, into: Catalog): Promise<void> {
    const begun = start(one, into).finally(() => starting.delete(one.id));
    starting.set(one.id, begun);
    return begun;
  }

  async function start(one: Wanted, into: Catalog): Promise<void> {
    const { id, from } = one;
    try {
      const config = parseServer(id, one.config);
      if (config.disabled) throw new CapstanError("MCP_SERVER_INVALID", "It is disabled.");
      const fetched = await packageOf(one);
      if (running.has(id)) return;
      const configured = {
        id,
        config,
        package: fetched && withoutLock(fetched.package),
        start: fetched?.start ?? null,
      };
      const named = await namedPaths(configured, options.folders);
      access.declare(mcpSourceOf(id), await declaredOpenings(id, config, options.folders));
      const server = createMcpServer(configured, client);
      running.set(id, { ...configured, server, named, from, written: writtenOf(one) });
      refused.delete(id);
      await into.add(createMcpSource({ server, config, trust: mcpTrust(configured) }));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      refused.set(id, { id, from, why, written: writtenOf(one) });
      report(error);
    }
  }

  /** What was pinned stays; what was not is found out, pinned and on record (A69). */
  async function packageOf(one: Wanted): Promise<InstalledPackage | null> {
    const { id, config, stored } = one;
    const spec = packageSpec(parseServer(id, config));
    if (spec === undefined) return null;
    const pinned = stored && isSame(stored.config as JsonObject, config) ? stored.package : null;
    if (pinned?.lock !== undefined) return requireInstaller().install(spec, pinned);
    const message = `Its packages are not approved: capstan mcp refresh ${id} shows them and asks.`;
    throw new CapstanError("MCP_SERVER_INVALID", message);
  }

  /** The packages of a server, which starts with them when they are approved. */
  async function requestFor(
    { id, config, stored }: Wanted,
    proposed: ProposedPackage,
  ): Promise<PackageRequest> {
    return {
      for: mcpSourceOf(id),
      closure: proposed.closure,
      bytes: proposed.bytes,
      before: await requireInstaller().entriesOf(stored?.package ?? null),
      async apply(by) {
        const found = await proposed.lock();
        const now = (await wanted()).get(id);
        if (!now || !isSame(now.config, config)) {
          const message = `"${id}" was removed or changed meanwhile. Nothing was installed.`;
          throw new CapstanError("STATE_CONFLICT", message, { details: { id } });
        }
        await keep(id, config, found, now.from === "settings" ? SETTINGS : by);
        await reconnect(id);
      },
    };
  }

  async function askFor(
    one: Wanted,
    proposed: ProposedPackage,
    actor: Actor,
  ): Promise<McpServerReport> {
    const { id, config } = one;
    const request = await requestFor(one, proposed);
    const { state, inputRequest, error } = await options.askForPackages(request, actor);
    if (state === "completed") return reportOf(id);
    if (state !== "input_required") {
      const message = error?.message ?? `The packages of "${id}" were not approved.`;
      throw new CapstanError("MCP_SERVER_INVALID", message);
    }
    const asks = {
      approvalIds: inputRequest?.approvalIds ?? [],
      packages: packageLines(request),
    };
    const { command, args } = parseServer(id, config);
    const shown = { command: command ?? "", args: (args ?? []).map(hide) };
    return { ...reportOf(id), ...shown, state: "starting", error: null, asks };
  }

  const requireInstaller = (): Installer => {
    if (install) return install;
    throw new CapstanError("MCP_SERVER_INVALID", NOWHERE);
  };

  async function keep(
    id: string,
    config: JsonObject,
    found: LockedPackage | null,
    by: string,
  ): Promise<StoredMcpServer> {
    const server: StoredMcpServer = {
      id,
      config,
      package: found,
      createdBy: by,
      createdAt: timestamp(options.clock.now()),
    };
    await store.journal.commit("mcp_server.add", [
      { type: "mcp_server.put", server },
      options.audit("mcp_server.added", by, {
        id,
        config: shownConfig(config),
        package: found && (withoutLock(found) as JsonObject),
      }),
    ]);
    return server;
  }

  function requireKnown(id: string): void {
    if (running.has(id) || refused.has(id)) return;
    throw new CapstanError("MCP_SERVER_NOT_FOUND", `No MCP server "${id}".`);
  }

  const requireCatalog = (): Catalog => {
    if (catalog) return catalog;
    throw new CapstanError("INTERNAL", "MCP servers have no catalog yet.");
  };

  /** One change at a time: two would start one server twice. */
  function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const acted = syncing.then(act);
    syncing = acted.then(
      () => {},
      () => {},
    );
    return acted;
  }

  async function reconnect(id: string): Promise<McpServerReport> {
    const into = requireCatalog();
    const { listed } = await inTurn(async () => {
      requireKnown(id);
      refused.delete(id);
      await sync(into);
      const begun = starting.get(id);
      if (begun) return { listed: begun };
      await running.get(id)?.server.reconnect();
      return { listed: into.refresh(mcpSourceOf(id)) };
    });
    await inTime(listed);
    return reportOf(id);
  }

  async function requireNew(id: string, config: JsonObject): Promise<void> {
    await declaredOpenings(id, parseServer(id, config), options.folders);
    if (!(await wanted()).has(id)) return;
    const message = `There is an MCP server "${id}" already: remove it first.`;
    throw new CapstanError("STATE_CONFLICT", message, { details: { id } });
  }

  const isKnown = (id: string) => running.has(id) || refused.has(id) || starting.has(id);

  const opened: OpenMcp = {
    get: (id: string) => running.get(id)?.server,
    sync: (into) => inTurn(() => sync(into)),
    list: () => [...new Set([...running.keys(), ...refused.keys()])].toSorted().map(reportOf),
    report(id) {
      requireKnown(id);
      return reportOf(id);
    },
    look: (id, url, signal) => lookAtServer(client, { id, url }, signal),
    found: (projects) => findServers(projects, isKnown).map(({ config: _, ...shown }) => shown),
    async addFound({ id, project, digest }, actor) {
      const wanted = findServers([project], isKnown).find((it) => it.id === id);
      if (wanted?.digest !== digest) {
        const message = `"${id}" in ${project} is not what was shown: look at it again.`;
        throw new CapstanError("STATE_CONFLICT", message, { details: { id } });
      }
      return opened.add(id, wanted.config, actor);
    },
    async add(id, config, actor) {
      await requireNew(id, config);
      const spec = packageSpec(parseServer(id, config));
      const proposed = spec && (await requireInstaller().propose(spec));
      const { one, listed } = await inTurn(async () => {
        const into = requireCatalog();
        await requireNew(id, config);
        const stored = await keep(id, config, null, actor.id);
        const added: Wanted = { id, config, from: "added", stored };
        return { one: added, listed: begin(added, into) };
      });
      await inTime(listed);
      if (!proposed) return reportOf(id);
      // The approval outlives this process, so the server is stored before it.
      return askFor(one, proposed, actor).catch(async (error) => {
        await opened.remove(id, actor);
        throw error;
      });
    },
    remove: (id, actor) =>
      inTurn(async () => {
        requireKnown(id);
        const { from } = running.get(id) ?? refused.get(id) ?? {};
        if (from === "settings") {
          const message = `"${id}" stands in ${options.file}: take it out there.`;
          throw new CapstanError("STATE_CONFLICT", message, { details: { id } });
        }
        await store.journal.commit("mcp_server.remove", [
          { type: "mcp_server.remove", id },
          options.audit("mcp_server.removed", actor.id, { id }),
        ]);
        running.delete(id);
        access.declare(mcpSourceOf(id), []);
        refused.delete(id);
        await requireCatalog().remove(mcpSourceOf(id));
      }),
    async signIn(id, origin) {
      requireKnown(id);
      const { config } = running.get(id) ?? {};
      if (!client.signIns || config?.url === undefined) {
        throw new CapstanError("MCP_SERVER_INVALID", `"${id}" is not reached over HTTP.`);
      }
      const { href } = new URL(SIGN_IN_PATH, options.publicUrl ?? origin);
      return client.signIns.begin(id, config.url, href);
    },
    clientMetadata() {
      const { publicUrl } = options;
      if (publicUrl === null) return undefined;
      const at = (path: string) => new URL(path, publicUrl).href;
      const said = clientMetadataOf(at(SIGN_IN_PATH));
      return { client_id: at(CLIENT_METADATA_PATH), client_uri: at("/"), ...said } as JsonObject;
    },
    async signedIn(answer) {
      const id = await client.signIns?.finish(answer);
      if (id === undefined)
        throw new CapstanError("UNAUTHENTICATED", "This sign-in is not known here.");
      return reconnect(id);
    },
    async refresh(id, actor) {
      const one = (await wanted()).get(id);
      const spec = one && unpinnedPackage(one);
      if (!one || !spec) return reconnect(id);
      return askFor(one, await requireInstaller().propose(spec), actor);
    },
    async recallPackages({ for: source, digest }) {
      const one = [...(await wanted()).values()].find(({ id }) => mcpSourceOf(id) === source);
      const spec = one && unpinnedPackage(one);
      const proposed = spec && (await requireInstaller().recall(spec, digest));
      return proposed && requestFor(one, proposed);
    },
  };
  return opened;
}

const NOWHERE = "Packages cannot be installed here: there is no folder for them.";

async function inTime(work: Promise<void>): Promise<void> {
  await Promise.race([work, sleep(WAIT_MS, undefined, { ref: false })]);
}

async function namedPaths(
  { config: { command, args = [] }, package: fetched }: ConfiguredServer,
  folders: HostFolders,
): Promise<readonly string[]> {
  if (command === undefined) return [];
  if (fetched) return args.filter((text) => text.startsWith("/"));
  return (await findOwnFiles(command, args, folders)).others;
}

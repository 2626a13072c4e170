import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { canonicalJson } from "../../../base/canonical-json.ts";
import { type Clock, timestamp } from "../../../base/clock.ts";
import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject } from "../../../base/json.ts";
import type { AccessBook } from "../../../gate/access/access-book.ts";
import type { Catalog } from "../../../gate/catalog/catalog.ts";
import type { HostFolders } from "../../../sandbox/host-folders.ts";
import {
  type LockedPackage,
  mcpSourceOf,
  type StoredMcpServer,
  withoutLock,
} from "../../../schema/mcp-server.ts";
import type { Change } from "../../../stores/journal.ts";
import type { Store } from "../../../stores/store.ts";
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
import type { McpServer, McpServers } from "../mcp-client.ts";
import { createMcpSource } from "../mcp-source.ts";
import { commandFor } from "../refused-place.ts";
import { findServers } from "./found-servers.ts";
import type { InstalledPackage, Installer } from "./install-package.ts";
import { parseServer } from "./parse-server.ts";
import { readMcpFile } from "./read-mcp-file.ts";
import { declaredOpenings } from "./server-access.ts";
import { shownConfig } from "./shown-config.ts";

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

type Running = ConfiguredServer & {
  readonly server: McpServer;
  /** Absolute arguments, beside its own script. */
  readonly named: readonly string[];
  readonly from: "settings" | "added";
  readonly written: string;
};

/** A server whose settings cannot be used is listed with the reason. */
type Refused = {
  readonly id: string;
  readonly from: "settings" | "added";
  readonly why: string;
  readonly written: string;
};

type Wanted = {
  readonly id: string;
  readonly config: JsonObject;
  readonly from: "settings" | "added";
  readonly stored: StoredMcpServer | undefined;
};

const SETTINGS = "settings";
/** Who adds a server sees its tools at once, if they are there by then. */
const WAIT_MS = 15_000;

/** Every MCP server of this installation: those of the owner's file, and those added over the API. */
export function openMcp(options: Options): OpenMcp {
  const { store, client, install, report, access } = options;
  const running = new Map<string, Running>();
  const refused = new Map<string, Refused>();
  const starting = new Set<string>();
  let catalog: Catalog | undefined;
  let syncing = Promise.resolve();

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
      start(one, into).catch(report);
    }
  }

  /** Resolves when its tools are listed, or cannot be. */
  async function start(one: Wanted, into: Catalog): Promise<void> {
    const { id, from } = one;
    starting.add(id);
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
    } finally {
      starting.delete(id);
    }
  }

  /** What was pinned stays; what was not is found out, pinned and on record (A69). */
  async function packageOf(one: Wanted): Promise<InstalledPackage | null> {
    const { id, config, stored } = one;
    const spec = packageSpec(parseServer(id, config));
    if (spec === undefined) return null;
    const pinned = stored && isSame(stored.config as JsonObject, config) ? stored.package : null;
    if (!install) throw new CapstanError("MCP_SERVER_INVALID", NOWHERE);
    const found = await install(spec, pinned);
    if (!pinned && one.from === "settings") await keep(id, config, found.package, SETTINGS);
    return found;
  }

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

  function reportOf(id: string): McpServerReport {
    const one = running.get(id);
    if (!one) {
      const { from, why } = refused.get(id) ?? { from: "added" as const, why: "It is not there." };
      const none = {
        ...{ tools: 0, package: null, unseen: [], log: "" },
        ...{ trust: "local-mcp" as const, signIn: "none" as const },
      };
      return { ...none, id, from, state: "failed", error: why };
    }
    const { config, package: fetched, server, from } = one;
    const [unseen] = unseenOf(one);
    const source = catalog?.sources().find((it) => it.id === mcpSourceOf(id));
    return {
      id,
      state: source?.state ?? "starting",
      error: source?.error ? options.hide(withReasons(one, source.error)) : null,
      tools: source?.tools ?? 0,
      trust: mcpTrust(one),
      from,
      ...(config.command !== undefined && {
        command: config.command,
        args: (config.args ?? []).map(options.hide),
      }),
      ...(config.url !== undefined && { url: options.hide(config.url) }),
      package: fetched,
      unseen,
      log: options.hide(server.log()),
      signIn: config.url === undefined ? "none" : (client.signIns?.state(id, config.url) ?? "none"),
    };
  }

  /** Named among its arguments and not open to it, and named and nowhere on this machine. */
  function unseenOf({ id, named }: Running): readonly [readonly string[], readonly string[]] {
    if (named.length === 0) return [[], []];
    const { paths } = access.of(mcpSourceOf(id), null).access;
    const isOpen = (path: string) =>
      paths.some(({ root }) => path === root || path.startsWith(`${root}/`));
    const closed = named.filter((path) => !isOpen(path));
    return [closed.filter(existsSync), closed.filter((path) => !existsSync(path))];
  }

  /** Beside the error, the commands that would let the server start. */
  function withReasons(one: Running, error: string): string {
    const [unseen, missing] = unseenOf(one);
    const source = mcpSourceOf(one.id);
    const refusal =
      one.config.command !== undefined && unseen.length + missing.length === 0
        ? commandFor(one.id, error, access.of(source, null).access)
        : undefined;
    return [
      error,
      ...unseen.map((path) => `It cannot see ${path}: capstan access allow ${source} ${path}`),
      ...missing.map((path) => `There is no ${path} on this machine.`),
      ...(refusal === undefined ? [] : [refusal]),
    ].join(" ");
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

  const isKnown = (id: string) => running.has(id) || refused.has(id) || starting.has(id);

  const opened: OpenMcp = {
    get: (id: string) => running.get(id)?.server,
    sync: (into) => inTurn(() => sync(into)),
    list: () => [...new Set([...running.keys(), ...refused.keys()])].toSorted().map(reportOf),
    report(id) {
      requireKnown(id);
      return reportOf(id);
    },
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
      const { listed } = await inTurn(async () => {
        const into = requireCatalog();
        await declaredOpenings(id, parseServer(id, config), options.folders);
        if ((await wanted()).has(id)) {
          const message = `There is an MCP server "${id}" already: remove it first.`;
          throw new CapstanError("STATE_CONFLICT", message, { details: { id } });
        }
        const asked: Wanted = { id, config, from: "added", stored: undefined };
        const found = await packageOf(asked);
        const stored = await keep(id, config, found?.package ?? null, actor.name);
        return { listed: start({ ...asked, stored }, into) };
      });
      await inTime(listed);
      return reportOf(id);
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
          options.audit("mcp_server.removed", actor.name, { id }),
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
      return opened.refresh(id);
    },
    async refresh(id) {
      const into = requireCatalog();
      const { listed } = await inTurn(async () => {
        requireKnown(id);
        refused.delete(id);
        await sync(into);
        await running.get(id)?.server.reconnect();
        return { listed: into.refresh(mcpSourceOf(id)) };
      });
      await inTime(listed);
      return reportOf(id);
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

function writtenOf({ config, from }: Wanted): string {
  return `${from} ${canonicalJson(config)}`;
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

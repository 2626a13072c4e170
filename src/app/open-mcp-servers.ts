import { isLoopback } from "../features/mcp/client/create-mcp-server.ts";
import { createSignIns } from "../features/mcp/client/sign-in.ts";
import { CLIENT_METADATA_PATH } from "../features/mcp/mcp-admin.ts";
import { createInstaller } from "../features/mcp/servers/install-package.ts";
import { keepPendingSignIns } from "../features/mcp/servers/keep-pending-sign-ins.ts";
import { keepSignIns } from "../features/mcp/servers/keep-sign-ins.ts";
import { type OpenMcp, openMcp } from "../features/mcp/servers/open-mcp.ts";
import { recordRefusals } from "../features/mcp/servers/record-refusals.ts";
import { mcpAccessOf } from "../features/mcp/servers/server-access.ts";
import {
  BOX_ENVIRONMENT,
  type BoxedPrograms,
  nodeOf,
} from "../features/programs/boxed-programs.ts";
import type { AskForPackages } from "../features/programs/packages/package-requests.ts";
import type { Packages } from "../features/programs/packages/packages.ts";
import { findProtected, guardedPaths } from "../features/programs/protected-names.ts";
import type { AccessBook } from "../gate/access/access-book.ts";
import { systemAudit } from "../gate/audit/system-audit.ts";
import type { Gate } from "../gate/gate.ts";
import type { Secrets } from "../gate/secrets/secrets.ts";
import type { Isolation } from "../sandbox/isolation.ts";
import { createWebStreams } from "../sandbox/network/create-web-streams.ts";
import { mcpSourceOf } from "../schema/mcp-server.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import type { Settings } from "./settings.ts";

type Parts = Pick<Gate, "store" | "clock" | "newId" | "redactor" | "folders"> & {
  readonly access: AccessBook;
  readonly settings: Settings;
  readonly isolation: Isolation;
  readonly programs: BoxedPrograms;
  /** Undefined where there is no folder for them. */
  readonly packages: Packages | undefined;
  readonly askForPackages: AskForPackages;
  readonly secrets: Pick<Secrets, "fill" | "list" | "set" | "replace" | "remove" | "refresh">;
};

/** Boxes have the system's, and no other. */
const PYTHON = "/usr/bin/python3";
const MAX_BODY_BYTES = 8_000_000;
const CONNECT_MS = 10_000;
/** Of what a server wanted to know of a model, in a record. */
const MAX_SHOWN = 2_000;

/** MCP servers with everything that they need of this installation. */
export function openMcpServers(options: AssembleOptions, parts: Parts): OpenMcp {
  const { settings, store, clock, newId, isolation, programs, secrets, redactor } = parts;
  const { access, folders, packages } = parts;
  const { mcpFile, report = () => {} } = options;
  const streamsTo = (url: string, isOwn: boolean) =>
    createWebStreams({
      url,
      allowHosts: [...settings.web_fetch.allow_hosts, ...(isOwn ? [hostOf(url)] : [])],
      maxBytes: MAX_BODY_BYTES,
      connectMs: CONNECT_MS,
    });
  const noteRefusal = recordRefusals(clock, (server, data) => {
    const shown = { ...data, asked: redactor.redact(String(data.asked)).slice(0, MAX_SHOWN) };
    const record = systemAudit({ clock, newId }, "mcp_server.refused", mcpSourceOf(server), shown);
    store.journal.commit("mcp_server.refuse", [record]).catch(report);
  });
  const { public_url: publicUrl } = settings;
  return openMcp({
    store,
    clock,
    publicUrl,
    access,
    folders,
    file: mcpFile,
    report,
    hide: (text) => redactor.redact(text),
    audit: (type, by, data) => systemAudit({ clock, newId }, type, by, data),
    install: packages && createInstaller(packages),
    askForPackages: parts.askForPackages,
    client: {
      version: "1.0.0",
      chance: Math.random,
      folders,
      guarded: async (roots) => guardedPaths(await findProtected(roots)),
      accessOf: (id) => mcpAccessOf(access, id),
      onRefused: noteRefusal,
      node: nodeOf(programs),
      python: PYTHON,
      env: BOX_ENVIRONMENT,
      fill: secrets.fill,
      isolation,
      webStreams: (url) => streamsTo(url, isLoopback(url)),
      signIns: createSignIns({
        store: keepSignIns(secrets, redactor),
        pending: keepPendingSignIns({ secrets, redactor, now: () => clock.now() }),
        now: () => clock.now(),
        ...(publicUrl !== null && {
          clientMetadataUrl: new URL(CLIENT_METADATA_PATH, publicUrl).href,
        }),
        // A server elsewhere does not get us to ask this machine.
        streams: (url, server) => streamsTo(url, isLoopback(url) && isLoopback(server)),
      }),
    },
  });
}

function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

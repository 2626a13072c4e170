import { existsSync } from "node:fs";
import type { AccessBook } from "../../../gate/access/access-book.ts";
import type { Catalog } from "../../../gate/catalog/catalog.ts";
import { mcpSourceOf } from "../../../schema/mcp-server.ts";
import {
  type ClientSettings,
  type ConfiguredServer,
  mcpTrust,
} from "../client/create-mcp-server.ts";
import type { McpServerReport } from "../mcp-admin.ts";
import type { McpServer } from "../mcp-client.ts";
import { commandFor } from "../refused-place.ts";

export type Running = ConfiguredServer & {
  readonly server: McpServer;
  /** Absolute arguments, beside its own script. */
  readonly named: readonly string[];
  readonly from: "settings" | "added";
  readonly written: string;
};

/** A server whose settings cannot be used is listed with the reason. */
export type Refused = {
  readonly id: string;
  readonly from: "settings" | "added";
  readonly why: string;
  readonly written: string;
};

type Parts = {
  readonly running: ReadonlyMap<string, Running>;
  readonly refused: ReadonlyMap<string, Refused>;
  readonly access: Pick<AccessBook, "of">;
  readonly client: Pick<ClientSettings, "signIns">;
  readonly catalog: () => Catalog | undefined;
  /** Takes secrets out of what a server wrote. */
  readonly hide: (text: string) => string;
};

/** Tells how a server is. */
export function createReports({ running, refused, access, client, catalog, hide }: Parts) {
  return reportOf;

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
    const source = catalog()
      ?.sources()
      .find((it) => it.id === mcpSourceOf(id));
    return {
      id,
      state: source?.state ?? "starting",
      error: source?.error ? hide(withReasons(one, source.error)) : null,
      tools: source?.tools ?? 0,
      trust: mcpTrust(one),
      from,
      ...(config.command !== undefined && {
        command: config.command,
        args: (config.args ?? []).map(hide),
      }),
      ...(config.url !== undefined && { url: hide(config.url) }),
      package: fetched,
      unseen,
      log: hide(server.log()),
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
}

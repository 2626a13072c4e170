import { CapstanError } from "../../../base/errors.ts";
import type { Isolation } from "../../../sandbox/isolation.ts";
import { DEFAULT_LIMITS } from "../../../sandbox/sandbox.ts";
import type { WebStreams } from "../../../sandbox/web-streams.ts";
import type { Trust } from "../../../schema/capability.ts";
import type { McpServerConfig } from "../../../schema/mcp-server.ts";
import type { McpAccess } from "../mcp-client.ts";
import type { BoundedLog } from "./bounded-log.ts";
import { lastWords } from "./last-words.ts";
import type { OpenTransport } from "./open-connection.ts";
import { type BoxSettings, type PackageStart, planBox } from "./plan-box.ts";
import type { SignIns } from "./sign-in.ts";
import { createStdioTransport } from "./stdio-transport.ts";

export type TransportSettings = BoxSettings & {
  readonly isolation: Isolation;
  /** A way to one server; a loopback address that its owner named is let through. */
  readonly webStreams: (url: string) => WebStreams;
  /** Left out where nobody can sign in. */
  readonly signIns?: SignIns | undefined;
};

/** Starts the server in a box of its own, or prepares to ask it over HTTP. */
export async function openTransport(
  server: {
    readonly id: string;
    readonly config: McpServerConfig;
    readonly start: (() => Promise<PackageStart>) | null;
  },
  trust: Trust,
  settings: TransportSettings,
  log: BoundedLog,
  access: McpAccess,
): Promise<OpenTransport> {
  const { config } = server;
  return config.url === undefined
    ? openStdio(server, trust, settings, log, access)
    : openHttp(server.id, config.url, config, settings);
}

async function openStdio(
  server: {
    readonly config: McpServerConfig;
    readonly start: (() => Promise<PackageStart>) | null;
  },
  trust: Trust,
  settings: TransportSettings,
  log: BoundedLog,
  access: McpAccess,
): Promise<OpenTransport> {
  const plan = await planBox(server.config, server.start, access, settings);
  const sandbox = await settings.isolation.sandboxFor(trust);
  const life = new AbortController();
  const process = await sandbox.spawn({
    ...plan,
    stdin: "open",
    ipc: false,
    // It lives as long as we do, and what it writes is bounded where it is read.
    limits: { ...DEFAULT_LIMITS, wallMs: null, outputBytes: Number.MAX_SAFE_INTEGER },
    signal: life.signal,
  });
  let broken: string | undefined;
  const transport = createStdioTransport({
    process,
    log,
    kill: () => life.abort(),
    onBroken(reason) {
      broken = reason;
    },
  });
  const whyBroken = () => {
    if (broken === undefined) return undefined;
    const words = lastWords(log.text());
    if (words === "") return broken;
    // Another sentence may follow it.
    return `${broken} Its log ends: ${words}${/[.!?]$/.test(words) ? "" : "."}`;
  };
  return { transport, enforcement: sandbox.enforcement, whyBroken };
}

async function openHttp(
  id: string,
  url: string,
  { headers = {} }: McpServerConfig,
  { webStreams, fill, signIns }: TransportSettings,
): Promise<OpenTransport> {
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const given = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, fill(value)]),
  );
  const streams = webStreams(url);
  // Who was given a header of their own shows that, and nothing else.
  const hasHeader = Object.keys(given).some((name) => name.toLowerCase() === "authorization");
  const signIn = hasHeader ? undefined : signIns;
  const others = signIn?.fetching(url);
  const { origin } = new URL(url);
  let refused: string | undefined;
  const standing = signIn?.standing(id, url);
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    ...(standing && { authProvider: standing }),
    async fetch(target, init) {
      try {
        // Tokens are renewed elsewhere, as a rule.
        const isElsewhere = others && new URL(String(target)).origin !== origin;
        if (isElsewhere) return await others.fetchFn(String(target), init);
        const response = await streams.fetch(target, init);
        await standing?.answered(new Headers(init?.headers).get("authorization"), response);
        return response;
      } catch (error) {
        if (error instanceof CapstanError) refused = error.message;
        throw error;
      }
    },
    requestInit: { headers: given },
    onInsufficientScope: "throw",
  });
  const close = transport.close.bind(transport);
  transport.close = async () => {
    await close();
    await streams.close();
    await others?.close();
  };
  return { transport, enforcement: null, whyBroken: () => refused };
}

import { randomBytes } from "node:crypto";
import type {
  AuthProvider,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { CapstanError } from "../../../base/errors.ts";
import type { WebStreams } from "../../../sandbox/web-streams.ts";
import { clientMetadataOf } from "./client-metadata.ts";
import { createRenewals } from "./renew-once.ts";

/** What is kept of one server's sign-in, sealed. */
export type KeptSignIn = {
  readonly client?: StoredOAuthClientInformation | undefined;
  readonly tokens?: StoredOAuthTokens | undefined;
  /** The scope that the tokens were asked for with: a server need not say which it gave. */
  readonly scope?: string | undefined;
  /** Until when somebody has the only right to use the refresh token. */
  readonly renewingUntil?: number | undefined;
};

export interface SignInStore {
  read(id: string): KeptSignIn | undefined;
  write(id: string, kept: KeptSignIn): Promise<void>;
  /** False, and nothing is written, when another process wrote since this one read it. */
  replace(id: string, kept: KeptSignIn): Promise<boolean>;
  /** Reads what other processes have written. */
  refresh(): Promise<void>;
}

/** A sign-in that a browser is to come back from. */
export type PendingSignIn = {
  readonly id: string;
  readonly serverUrl: string;
  readonly redirectUrl: string;
  /** The secret half of what the authorization server was shown (PKCE). */
  readonly verifier: string;
  readonly discovered?: OAuthDiscoveryState | undefined;
  readonly scope?: string | undefined;
  readonly until: number;
};

export interface PendingSignIns {
  add(state: string, pending: PendingSignIn): Promise<void>;
  /** For the first who asks for it in time, whichever process it was begun in; undefined for all others. */
  take(state: string): Promise<PendingSignIn | undefined>;
}

type Options = {
  readonly store: SignInStore;
  readonly pending: PendingSignIns;
  readonly now: () => number;
  /** A way to one server. A loopback address is let through only for a server that is one itself. */
  readonly streams: (url: string, forServer: string) => WebStreams;
  /** Where authorization servers read who we are, of https; left out, we register with each. */
  readonly clientMetadataUrl?: string | undefined;
};

const LASTS_MS = 10 * 60_000;
const WAIT_MS = 15_000;
const PROTOCOLS: ReadonlySet<string> = new Set(["http:", "https:"]);

const PROBE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "capstan", version: "1" },
  },
};

/** Signs in at remote MCP servers (OAuth 2.1, with PKCE), and keeps what came of it. */
export function createSignIns({ store, pending, now, streams, clientMetadataUrl }: Options) {
  const renewOnce = createRenewals({ store, now });
  /** Servers that have refused a connection until somebody signs in, with the scope that they named. */
  const refusing = new Map<string, Refusal>();

  function noteRefusal(key: string, scope: string | undefined): void {
    refusing.set(key, { scope, token: store.read(key)?.tokens?.access_token });
  }

  /** Undefined once somebody has signed in since, also at another server of the fleet. */
  function refusalOf(key: string): Refusal | undefined {
    const refusal = refusing.get(key);
    return refusal?.token === store.read(key)?.tokens?.access_token ? refusal : undefined;
  }

  function providerOf(id: string, url: string, redirectUrl: string, on?: Interactive) {
    const key = keyOf(id, url);
    let { verifier = "", discovered } = on?.begun ?? {};
    const change = (part: Partial<KeptSignIn>) => store.write(key, { ...store.read(key), ...part });
    const refuse = () => {
      if (!refusalOf(key)) noteRefusal(key, undefined);
      return needed(id);
    };
    const provider: OAuthClientProvider = {
      redirectUrl,
      clientMetadata: clientMetadataOf(redirectUrl),
      ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
      clientInformation() {
        const { client, tokens } = store.read(key) ?? {};
        // Nobody is there to sign in: no client is registered for that either.
        if (!on && !tokens) throw refuse();
        // A client belongs to the address that it was registered with, or to the one that it is read from.
        const isOurs =
          client?.client_id === clientMetadataUrl || redirects(client).includes(redirectUrl);
        return on && !isOurs ? undefined : client;
      },
      saveClientInformation: (client) => change({ client }),
      tokens: () => (on ? undefined : store.read(key)?.tokens),
      async saveTokens(tokens) {
        refusing.delete(key);
        await change({ tokens, renewingUntil: undefined });
      },
      redirectToAuthorization(url) {
        if (!on) throw refuse();
        on.onLink(url);
      },
      saveCodeVerifier(text) {
        verifier = text;
      },
      codeVerifier: () => verifier,
      // The code goes to the server that the link was of.
      saveDiscoveryState(found) {
        discovered = found;
      },
      discoveryState: () => discovered,
      async invalidateCredentials(scope) {
        if (scope === "all") await store.write(key, {});
        if (scope === "client") await change({ client: undefined });
        if (scope === "tokens") await change({ tokens: undefined });
      },
      ...(on && { state: () => on.state }),
    };
    return provider;
  }

  /** Every server on the way by itself, within a time, and closed at the end. */
  async function withFetch<T>(
    serverUrl: string,
    work: (fetchFn: typeof fetch) => Promise<T>,
  ): Promise<T> {
    const { fetchFn, close } = fetching(serverUrl);
    try {
      return await work(fetchFn);
    } finally {
      await close();
    }
  }

  function fetching(serverUrl: string) {
    const opened = new Map<string, WebStreams>();
    const fetchFn = async (target: string | URL | Request, init?: RequestInit) => {
      const url = new URL(target instanceof Request ? target.url : target);
      if (!PROTOCOLS.has(url.protocol)) throw refused(url);
      const way = opened.get(url.origin) ?? streams(url.href, serverUrl);
      opened.set(url.origin, way);
      return way.fetch(url, { ...init, signal: init?.signal ?? AbortSignal.timeout(WAIT_MS) });
    };
    const close = async () => {
      await Promise.all([...opened.values()].map((way) => way.close().catch(() => {})));
    };
    return { fetchFn: fetchFn as typeof fetch, close };
  }

  /** What a connection shows, and renews when it is refused. Nobody is asked anything by it. */
  function standing(id: string, url: string): Standing {
    const key = keyOf(id, url);
    const provider = providerOf(id, url, "http://127.0.0.1/mcp/sign-in");
    const refusedTokens = new Set<string>();
    return {
      token: async () => store.read(key)?.tokens?.access_token,
      onUnauthorized: ({ response, serverUrl, fetchFn }) =>
        renewOnce(
          key,
          (token) => refusedTokens.has(token),
          async () => {
            const { auth, extractWWWAuthenticateParams, UnauthorizedError } = await import(
              "@modelcontextprotocol/client"
            );
            const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
            const came = await auth(provider, {
              serverUrl,
              fetchFn,
              ...(resourceMetadataUrl && { resourceMetadataUrl }),
              ...(scope !== undefined && { scope }),
            });
            if (came !== "AUTHORIZED") throw new UnauthorizedError();
          },
        ),
      async answered(shown, response) {
        if (response.status !== 401 && response.status !== 403) return;
        const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
        const { error, scope } = extractWWWAuthenticateParams(response);
        if (response.status === 401 && shown === null) noteRefusal(key, scope);
        else if (response.status === 401) refusedTokens.add(shown?.replace(/^Bearer /i, "") ?? "");
        else if (error === "insufficient_scope") {
          const { tokens, scope: asked } = store.read(key) ?? {};
          noteRefusal(key, union(tokens?.scope ?? asked, scope));
        }
      },
    };
  }

  return {
    /** Whether somebody has signed in, or has to. */
    state(id: string, url: string): SignInState {
      const key = keyOf(id, url);
      if (refusalOf(key)) return "needed";
      return store.read(key)?.tokens ? "signed_in" : "none";
    },

    /** The link that a person opens to sign in. Only http and https are ever handed out. */
    async begin(id: string, serverUrl: string, redirectUrl: string): Promise<string> {
      const { auth, extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
      const state = randomBytes(32).toString("base64url");
      let link: URL | undefined;
      let wanted: string | undefined;
      const provider = providerOf(id, serverUrl, redirectUrl, {
        state,
        onLink: (url) => {
          link = url;
        },
      });
      await withFetch(serverUrl, async (fetchFn) => {
        const { resourceMetadataUrl, scope } = await challengeOf(
          serverUrl,
          fetchFn,
          extractWWWAuthenticateParams,
        );
        // What it has asked for since counts for more than what it asks of a stranger.
        wanted = refusalOf(keyOf(id, serverUrl))?.scope ?? scope;
        await auth(provider, {
          serverUrl,
          fetchFn,
          ...(resourceMetadataUrl && { resourceMetadataUrl }),
          ...(wanted !== undefined && { scope: wanted }),
        });
      }).catch(explain);
      if (!link) throw new CapstanError("MCP_SERVER_INVALID", `"${id}" asks nobody to sign in.`);
      if (!PROTOCOLS.has(link.protocol)) throw refused(link);
      await pending.add(state, {
        ...{ id, serverUrl, redirectUrl, scope: wanted, until: now() + LASTS_MS },
        verifier: await provider.codeVerifier(),
        discovered: await provider.discoveryState?.(),
      });
      return link.href;
    },

    /** A browser came back. Each state is good for one answer. Answers whose sign-in it was. */
    async finish({ state, code, iss, error }: CameBack): Promise<string> {
      const begun = await pending.take(state);
      if (!begun) {
        const message =
          "This sign-in was already used, or is older than ten minutes. Start again: capstan mcp login.";
        throw new CapstanError("UNAUTHENTICATED", message);
      }
      const { id, serverUrl, redirectUrl, scope } = begun;
      if (code === undefined) {
        const message = `The sign-in was refused: ${(error ?? "no code came back").slice(0, 200)}`;
        throw new CapstanError("UNAUTHENTICATED", message);
      }
      const { auth } = await import("@modelcontextprotocol/client");
      const provider = providerOf(id, serverUrl, redirectUrl, { state, begun, onLink: () => {} });
      await withFetch(serverUrl, (fetchFn) =>
        auth(provider, { serverUrl, authorizationCode: code, fetchFn, ...(iss && { iss }) }),
      ).catch(explain);
      const key = keyOf(id, serverUrl);
      await store.write(key, { ...store.read(key), scope });
      return id;
    },

    standing,
    fetching,
  };
}

export type SignIns = ReturnType<typeof createSignIns>;

export type SignInState = "none" | "needed" | "signed_in";

type Standing = Required<AuthProvider> & {
  /** How the server answered what was shown to it. */
  answered(shown: string | null, response: Response): Promise<void>;
};

/** Tokens belong to an address: another server under the same id is shown none of them. */
function keyOf(id: string, url: string): string {
  return `${id} ${url}`;
}

/** What was granted stays granted: a server that wants more does not name all of it again. */
function union(before: string | undefined, wanted: string | undefined): string | undefined {
  const all = [before, wanted].flatMap((scope) => scope?.split(" ") ?? []).filter(Boolean);
  return all.length === 0 ? undefined : [...new Set(all)].join(" ");
}

type Refusal = {
  readonly scope: string | undefined;
  /** The access token that was there at that time. */
  readonly token: string | undefined;
};

type Interactive = {
  readonly state: string;
  readonly onLink: (url: URL) => void;
  /** What is known of it since it was begun, maybe by another process. */
  readonly begun?: PendingSignIn;
};

export type CameBack = {
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
};

function redirects(client: StoredOAuthClientInformation | undefined): readonly string[] {
  return (client as { redirect_uris?: string[] } | undefined)?.redirect_uris ?? [];
}

type Challenge = { readonly resourceMetadataUrl?: URL; readonly scope?: string };

/** Where the server itself says that its own authorization is described. */
async function challengeOf(
  serverUrl: string,
  fetchFn: typeof fetch,
  read: (response: Response) => Challenge,
): Promise<Challenge> {
  const response = await fetchFn(serverUrl, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(PROBE),
  });
  await response.body?.cancel();
  return response.status === 401 || response.status === 403 ? read(response) : {};
}

function needed(id: string): CapstanError {
  const message = `"${id}" wants somebody to sign in: capstan mcp login ${id}`;
  return new CapstanError("UNAUTHENTICATED", message);
}

function refused({ protocol }: URL): CapstanError {
  const message = `It names an address that begins with "${protocol.slice(0, 40)}": only http and https are opened.`;
  return new CapstanError("MCP_SERVER_INVALID", message);
}

function explain(error: unknown): never {
  if (error instanceof CapstanError) throw error;
  const { message } = error instanceof Error ? error : { message: String(error) };
  throw new CapstanError("MCP_SERVER_INVALID", `Signing in failed: ${message.slice(0, 500)}`);
}

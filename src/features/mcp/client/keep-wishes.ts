import type { Client, McpSubscription } from "@modelcontextprotocol/client";
import type { McpOffer } from "../mcp-client.ts";

const WAIT_MS = 10_000;
const MAX_WATCHED = 500;
const LEVELS = [
  ...["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"],
] as const;

/**
 * What clients want to hear of a server beside answers: the level of its log, and changes of resources.
 * It is kept for the server, and said anew to each connection.
 */
export function createWishes() {
  const watched = new Map<string, number>();
  let client: Client | undefined;
  let level: string | undefined;
  let listening: Promise<McpSubscription> | undefined;

  const isModern = () => client?.getProtocolEra() === "modern";
  const limits = () => ({ timeout: WAIT_MS });

  function has(part: "logging" | "subscribe"): boolean {
    const { logging, resources } = client?.getServerCapabilities() ?? {};
    return part === "logging" ? logging !== undefined : resources?.subscribe === true;
  }

  /** The newer era has one stream for all that is wanted: another list is another stream. */
  async function listenAnew(): Promise<void> {
    const before = listening;
    const uris = [...watched.keys()];
    listening =
      client && uris.length > 0
        ? client.listen({ resourceSubscriptions: uris }, limits())
        : undefined;
    await listening;
    await before?.then((it) => it.close()).catch(() => {});
  }

  async function tell(uri: string, isWanted: boolean): Promise<void> {
    if (isModern()) return listenAnew();
    if (isWanted) await client?.subscribeResource({ uri }, limits());
    else await client?.unsubscribeResource({ uri }, limits());
  }

  return {
    offers: (): McpOffer => ({ logging: has("logging"), subscribe: has("subscribe") }),

    connected(next: Client): void {
      client = next;
      listening = undefined;
      if (level !== undefined && !isModern()) {
        client.setLoggingLevel(level as "info", limits()).catch(() => {});
      }
      if (isModern()) listenAnew().catch(() => {});
      else for (const uri of watched.keys()) tell(uri, true).catch(() => {});
    },

    /** Of the newer era each call says it. */
    async setLogLevel(wanted: string): Promise<void> {
      const rank = (it: string) => LEVELS.indexOf(it as "info");
      if (level !== undefined && rank(level) <= rank(wanted)) return;
      level = wanted;
      if (has("logging") && !isModern()) {
        await client?.setLoggingLevel(wanted as "info", limits());
      }
    },

    async watch(uri: string): Promise<() => void> {
      const count = watched.get(uri) ?? 0;
      if (count === 0 && watched.size >= MAX_WATCHED) {
        throw new Error(`${MAX_WATCHED} resources of it are watched already.`);
      }
      watched.set(uri, count + 1);
      let isOver = false;
      const end = () => {
        if (isOver) return;
        isOver = true;
        const left = (watched.get(uri) ?? 1) - 1;
        if (left > 0) watched.set(uri, left);
        else {
          watched.delete(uri);
          tell(uri, false).catch(() => {});
        }
      };
      if (count > 0) return end;
      try {
        await tell(uri, true);
      } catch (error) {
        watched.delete(uri);
        throw error;
      }
      return end;
    },
  };
}

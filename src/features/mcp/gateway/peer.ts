import type { ClientCapabilities, ServerContext } from "@modelcontextprotocol/server";
import type { JsonObject } from "../../../base/json.ts";
import type { Peer, ServerError } from "../../../gate/executor.ts";

/** From the least on. */
const LEVELS: readonly string[] = [
  ...["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"],
];
const MAX_LOGGED = 100_000;
const MOST_MESSAGES = 1_000;

/** The client of one request, as a server behind the gateway asks and tells it. */
export type ClientPeer = Peer & {
  /** How the server itself answered, if that was an error. */
  error(): ServerError | undefined;
};

/** With `none` as the level it hears nothing; without one, all that the server says. */
export function createPeer(
  { mcpReq }: ServerContext,
  can: ClientCapabilities = {},
  level: string | undefined = undefined,
): ClientPeer {
  let failed: ServerError | undefined;
  let told = 0;
  const isWanted = (of: string) =>
    level === undefined || (LEVELS.includes(level) && LEVELS.indexOf(of) >= LEVELS.indexOf(level));
  return {
    can: can as unknown as JsonObject,
    logLevel: level !== undefined && LEVELS.includes(level) ? level : undefined,
    onLog(message) {
      if (!LEVELS.includes(message.level) || !isWanted(message.level)) return;
      told += 1;
      if (told > MOST_MESSAGES || JSON.stringify(message).length > MAX_LOGGED) return;
      mcpReq.notify({ method: "notifications/message", params: message }).catch(() => {});
    },
    onError(error) {
      failed = error;
    },
    error: () => failed,
  };
}

import type { JsonValue } from "../base/json.ts";
import type { Actor } from "../schema/actor.ts";
import type { Person } from "../schema/principal.ts";

/** Who calls, and by which token. */
export type GatewayCaller = Actor & { readonly tokenId: string };

/** One HTTP exchange, whose caller is known and whose body was read. */
export type GatewayRequest = {
  readonly request: Request;
  readonly body: JsonValue | undefined;
  readonly caller: GatewayCaller;
  /** Whether the caller's token would still be taken. */
  readonly isStillAllowed: () => Promise<boolean>;
};

/** A program that is connected by MCP, or was a moment ago. */
export type ConnectedClient = {
  readonly actor: Person;
  /** As it calls itself. */
  readonly name: string;
  readonly version: string;
  /** The revision of the protocol that it speaks. */
  readonly protocol: string;
  readonly since: string;
  readonly lastSeenAt: string;
  readonly calls: number;
  /** Where what it did stands; null before its first call. */
  readonly sessionId: string | null;
};

/** The catalog as an MCP server. Capstan is the server here, and no client. */
export interface Gateway {
  handle(exchange: GatewayRequest): Promise<Response>;
  clients(): readonly ConnectedClient[];
  close(): Promise<void>;
}

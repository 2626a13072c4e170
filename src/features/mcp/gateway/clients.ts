import { timestamp } from "../../../base/clock.ts";
import { stripHidden } from "../../../base/strip-hidden.ts";
import type { Engine } from "../../../engine/engine.ts";
import { openSession } from "../../../engine/sessions/open-session.ts";
import type { Gate } from "../../../gate/gate.ts";
import type { ConnectedClient, GatewayCaller } from "../../../http/gateway.ts";
import type { Session } from "../../../schema/session.ts";
import type { Seat } from "./seat.ts";
import type { View } from "./view.ts";

export type Identity = { readonly name: string; readonly version: string };

/** A client that is known: what it did stands in one session. */
export type Client = {
  readonly connection: string;
  readonly caller: GatewayCaller;
  readonly identity: Identity;
  readonly protocol: string;
  readonly view: View;
  readonly since: number;
  lastSeen: number;
  calls: number;
  session: Promise<Session> | undefined;
  sessionId: string | null;
};

type New = Pick<Client, "connection" | "caller" | "identity" | "protocol" | "view">;

export function newClient({ gate }: Engine, given: New): Client {
  const now = gate.clock.now();
  return { ...given, since: now, lastSeen: now, calls: 0, session: undefined, sessionId: null };
}

/** The client as a call sees it, with the token that this request was made with. */
export function seatOf(engine: Engine, client: Client, origin: string): Seat {
  client.calls += 1;
  return {
    caller: client.caller,
    client: client.identity,
    view: client.view,
    connection: client.connection,
    origin,
    session() {
      client.session ??= open(engine, client);
      return client.session;
    },
  };
}

async function open(engine: Engine, client: Client): Promise<Session> {
  const { identity, view, caller } = client;
  try {
    const title = `${identity.name} ${identity.version}`.trim().slice(0, 200);
    const wanted = { title, ...(view.agent !== undefined && { agentId: view.agent }) };
    const session = await openSession(engine, wanted, caller);
    client.sessionId = session.id;
    return session;
  } catch (error) {
    client.session = undefined;
    throw error;
  }
}

export function shownClient({ people }: Pick<Gate, "people">, client: Client): ConnectedClient {
  return {
    actor: people.show(client.caller.id),
    name: client.identity.name,
    version: client.identity.version,
    protocol: client.protocol,
    since: timestamp(client.since),
    lastSeenAt: timestamp(client.lastSeen),
    calls: client.calls,
    sessionId: client.sessionId,
  };
}

const MAX_NAME = 100;

/** What a client says of itself is shown to people: bounded, and nothing that nobody sees. */
export function identityOf(said: unknown): Identity {
  const { name, version } = (said ?? {}) as { name?: unknown; version?: unknown };
  const text = (value: unknown) =>
    typeof value === "string" ? stripHidden(value).replaceAll(/\s+/g, " ").slice(0, MAX_NAME) : "";
  return { name: text(name) || "a client", version: text(version) };
}

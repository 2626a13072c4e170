import type * as z from "zod";
import type { JsonObject } from "../base/json.ts";
import type { Engine } from "../engine/engine.ts";
import type { Scope } from "../schema/actor.ts";
import type { Caller } from "./authenticate.ts";
import type { Gateway } from "./gateway.ts";

export type RequestContext<P, Q, B> = {
  readonly engine: Engine;
  readonly gateway: Gateway;
  readonly actor: Caller;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly headers: Headers;
  readonly upload: AsyncIterable<Uint8Array>;
  /** Whether the caller's token would still be taken. */
  readonly isStillAllowed: () => Promise<boolean>;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
};

/** An answer with another status or media type than the usual one, for the API reference. */
export type OtherAnswer = {
  readonly statuses: readonly number[];
  readonly answerType: string;
  /** The schema of JSON. */
  readonly answer?: z.ZodType;
};

type RouteSpec<P, Q, B, A> = {
  /** What generated clients call it: a verb and a noun, `listSessions`. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly summary: string;
  /** What the caller's token must be allowed. */
  readonly scope: Scope;
  readonly params?: z.ZodType<P>;
  readonly query?: z.ZodType<Q>;
  readonly body?: z.ZodType<B>;
  /** A body that it takes, for the API reference. */
  readonly example?: JsonObject;
  /**
   * Its body is a file, which the handler reads from `upload`, up to its own limit. With a `body` as well,
   * that is read from whatever is not sent as a zip or as bytes.
   */
  readonly takesFile?: boolean;
  readonly status?: 200 | 201;
  /** The schema of the answer; left out for a route that answers with a `Response` of its own. */
  readonly answer?: z.ZodType<A>;
  /** The media type of such a response. */
  readonly answerType?: string;
  /** What such a response is made of, one after the other. */
  readonly answerItem?: z.ZodType;
  readonly otherAnswers?: readonly OtherAnswer[];
  readonly handle: (context: RequestContext<P, Q, B>) => Promise<A | Response>;
};

/** One endpoint as data: what it is, who may call it, what it takes and gives. */
export type Route = RouteSpec<unknown, unknown, unknown, unknown>;

/** What an endpoint takes and gives, whoever may call it. */
export type Endpoint = Omit<Route, "scope" | "handle"> & {
  /** Left out where no token is needed. */
  readonly scope?: Scope;
};

export function route<P, Q, B, A>(spec: RouteSpec<P, Q, B, A>): Route {
  return spec as unknown as Route;
}

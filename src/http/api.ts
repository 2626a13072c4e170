import type { Hono } from "hono";
import type * as z from "zod";
import type { AppOptions } from "./app.ts";
import type { Endpoint, Route } from "./route.ts";

/** What one part of the server adds to the interface over HTTP. */
export interface Api {
  readonly routes?: readonly Route[];
  /** Endpoints that need no token, or answer in a way of their own; `mount` puts them there. */
  readonly openEndpoints?: readonly Endpoint[];
  /** What its schemas are called in the types of clients and in the reference. */
  readonly nouns?: Readonly<Record<string, z.ZodType>>;
  mount?(app: Hono, options: AppOptions): void;
}

/** All of them as one, in this order: the first route that fits a request answers it. */
export function joinApis(apis: readonly Api[]): Required<Api> {
  const nouns = Object.assign({}, ...apis.map((api) => api.nouns ?? {}));
  return {
    routes: apis.flatMap(({ routes = [] }) => routes),
    openEndpoints: apis.flatMap(({ openEndpoints = [] }) => openEndpoints),
    nouns: Object.fromEntries(Object.entries(nouns).sort(([a], [b]) => (a < b ? -1 : 1))) as never,
    mount: (app, options) => {
      for (const api of apis) api.mount?.(app, options);
    },
  };
}

import type { Hono } from "hono";
import type { JsonObject } from "../base/json.ts";
import { docsPage } from "./docs-page.ts";
import { openApiOf } from "./openapi.ts";
import type { Route } from "./route.ts";

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "content-type": "text/html; charset=utf-8",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** What the API is, open to everyone on this host: it says nothing of what is in it. */
export function referenceRoutes(app: Hono, routes: readonly Route[], version: string): void {
  let made: { readonly api: JsonObject; readonly page: string } | undefined;
  // Made when it is first asked for: walking every schema takes longer than a start should.
  const make = () => {
    if (!made) {
      const api = openApiOf(routes, version);
      made = { api, page: docsPage(api) };
    }
    return made;
  };
  app.get("/openapi.json", (c) => c.json(make().api));
  app.get("/docs", (c) => c.body(make().page, 200, HEADERS));
}

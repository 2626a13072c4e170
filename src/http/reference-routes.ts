import type { Hono } from "hono";
import type { JsonObject } from "../base/json.ts";
import type { Api } from "./api.ts";

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "content-type": "text/html; charset=utf-8",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** What the API is, open to everyone on this host: it says nothing of what is in it. */
export function referenceRoutes(app: Hono, whole: Required<Api>, version: string): void {
  let made: Promise<{ readonly api: JsonObject; readonly page: string }> | undefined;
  // Loaded and made when it is first asked for: a start has no time for every schema.
  const make = async () => {
    const [{ openApiOf }, { docsPage }] = await Promise.all([
      import("./reference/openapi.ts"),
      import("./reference/docs-page.ts"),
    ]);
    const api = openApiOf(whole, version);
    return { api, page: docsPage(api) };
  };
  const once = () => {
    made ??= make();
    return made;
  };
  app.get("/openapi.json", async (c) => c.json((await once()).api));
  app.get("/docs", async (c) => c.body((await once()).page, 200, HEADERS));
}

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { Context, Hono } from "hono";

const WEB = new URL("../../web/", import.meta.url);
const BUILT = new URL("dist/", WEB);

/** There with or without a build: the API reference uses them too. */
const FIXED = [
  { path: "/icon.svg", file: "public/icon.svg", type: "image/svg+xml" },
  { path: "/style.css", file: "public/style.css", type: "text/css; charset=utf-8" },
] as const;

/** The pages of the console: an address that someone may keep, and open again. */
const PAGES = [
  "/",
  "/sessions",
  "/sessions/:id",
  "/approvals",
  "/approvals/:id",
  "/agents",
  "/agents/:id",
  "/add",
  "/catalog",
  "/catalog/:id",
  "/skills",
  "/skills/:name",
  "/contexts/:id",
  "/packs",
  "/packs/:id",
  "/extensions",
  "/extensions/:id",
  "/hub",
  "/hub/item",
  "/servers",
  "/servers/:id",
  "/audit",
  "/audit/:id",
  "/policy",
  "/overview",
  "/connect",
  "/keys",
  "/settings",
] as const;

const TYPES = new Map([
  ["js", "text/javascript; charset=utf-8"],
  ["css", "text/css; charset=utf-8"],
]);

/**
 * Nothing inline, nothing from elsewhere. The libraries in use set styles through the style object,
 * which this allows; a style attribute or element in markup it refuses.
 */
const HEADERS = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

const FOR_EVER = "public, max-age=31536000, immutable";

/** What programs ask for: they are told in JSON that it is not there. */
const NOT_FOR_PEOPLE = /^\/(v1|assets|mcp|\.well-known)(\/|$)/;

/** Whether a person looks at this address: a browser opens it as a page. */
function isForPerson({ req }: Context): boolean {
  const isPage = req.method === "GET" && /\btext\/html\b/.test(req.header("accept") ?? "");
  return isPage && !NOT_FOR_PEOPLE.test(req.path);
}

/**
 * The console's files, by names that are read once: no request path ever reaches the file system.
 * Answers how an address that is not there is answered to a person.
 */
export function consoleRoutes(
  app: Hono,
  built: URL = BUILT,
): (c: Context) => Promise<Response | undefined> {
  for (const { path, file, type } of FIXED) {
    app.get(path, async (c) =>
      c.body(await readFile(new URL(file, WEB)), 200, { ...HEADERS, "content-type": type }),
    );
  }
  const assets = readList(built);
  for (const page of PAGES) {
    app.get(page, async (c) =>
      assets ? serve(c, new URL("index.html", built), "html", "no-cache") : unbuilt(c),
    );
  }
  const known = new Map((assets ?? []).map((name) => [name, new URL(`assets/${name}`, built)]));
  app.get("/assets/:name", async (c, next) => {
    const file = known.get(c.req.param("name"));
    if (!file) return next();
    return serve(c, file, file.pathname.split(".").at(-1) ?? "", FOR_EVER);
  });
  return async (c) =>
    assets && isForPerson(c)
      ? serve(c, new URL("index.html", built), "html", "no-cache", 404)
      : undefined;
}

async function serve(
  c: Context,
  file: URL,
  ending: string,
  caching: string,
  status: 200 | 404 = 200,
): Promise<Response> {
  const isGzip = /\bgzip\b/.test(c.req.header("accept-encoding") ?? "");
  const body = await readFile(isGzip ? new URL(`${file.href}.gz`) : file);
  return c.body(body, status, {
    ...HEADERS,
    "content-type": TYPES.get(ending) ?? "text/html; charset=utf-8",
    "cache-control": caching,
    vary: "accept-encoding",
    ...(isGzip && { "content-encoding": "gzip" }),
  });
}

/** Written by web/build.mjs; undefined when nobody has run it. */
function readList(built: URL): string[] | undefined {
  try {
    return JSON.parse(readFileSync(new URL("files.json", built), "utf8"));
  } catch {
    return undefined;
  }
}

function unbuilt(c: Context): Response {
  return c.html(UNBUILT, 503, HEADERS);
}

const UNBUILT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Capstan</title>
<link rel="stylesheet" href="/style.css">
<link rel="icon" href="/icon.svg">
</head>
<body>
<main>
<h1>The console is not built.</h1>
<p class="lead">The server works. In the checkout it runs from, build the console, then start the server again:</p>
<pre><code>node web/build.mjs</code></pre>
<p class="lead">The API is described at <a href="/docs">/docs</a>.</p>
</main>
</body>
</html>
`;

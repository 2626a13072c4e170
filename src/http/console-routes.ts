import { readFile } from "node:fs/promises";
import type { Hono } from "hono";

const ROOT = new URL("../../web/public/", import.meta.url);

const FILES = [
  { path: "/", file: "index.html", type: "text/html; charset=utf-8" },
  { path: "/icon.svg", file: "icon.svg", type: "image/svg+xml" },
  { path: "/style.css", file: "style.css", type: "text/css; charset=utf-8" },
] as const;

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** The console's files, by name: no request path ever reaches the file system. */
export function consoleRoutes(app: Hono): void {
  for (const { path, file, type } of FILES) {
    app.get(path, async (c) =>
      c.body(await readFile(new URL(file, ROOT)), 200, { ...HEADERS, "content-type": type }),
    );
  }
}

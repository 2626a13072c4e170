import { hash } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Hono } from "hono";
import * as z from "zod";
import { CapstanError } from "../../base/errors.ts";
import type { AppOptions } from "../../http/app.ts";
import { requireScope } from "../../http/authenticate.ts";
import type { Endpoint } from "../../http/route.ts";
import { HUB } from "./installs/hub-parts.ts";

const PLACE = "/.well-known/agent-skills";
/** The only files of a hub; what else lies in its folder is nobody's business. */
const FILE = /^(?:index\.json|versions\/[0-9a-f]{64}\.json|archives\/[0-9a-f]{64}\.zip)$/;
const MAX_BYTES = 60_000_000;

/** The index and the versions. */
const Signed = z.record(z.string(), z.json());

export const servedHubEndpoints: readonly Endpoint[] = [
  {
    id: "getServedHub",
    method: "GET",
    path: `${PLACE}/:path{.+}`,
    summary: "A file of this server's own hub. Without a key only where the owner made it public.",
    params: z.object({ path: z.string() }),
    answerType: "application/zip",
    otherAnswers: [{ statuses: [200], answerType: "application/json", answer: Signed }],
  },
];

/** The owner's hub as static files. */
export function servedHubRoutes(app: Hono, { engine, authenticate }: AppOptions): void {
  app.get(`${PLACE}/:path{.+}`, async (c) => {
    const { served } = engine.of(HUB);
    if (!served?.isPublic) requireScope(await authenticate(c.req.raw.headers), "invoke");
    const path = c.req.param("path");
    if (!served || !FILE.test(path)) throw notThere(path);
    const bytes = await read(join(served.folder, ".well-known", "agent-skills", path), path);
    const isIndex = path === "index.json";
    const etag = `"${hash("sha256", bytes, "hex")}"`;
    const headers = {
      etag,
      "cache-control": isIndex ? "no-cache" : "public, max-age=31536000, immutable",
      "content-type": path.endsWith(".json") ? "application/json" : "application/zip",
      "x-content-type-options": "nosniff",
    };
    if (c.req.header("if-none-match") === etag)
      return new Response(null, { status: 304, headers: { etag } });
    return new Response(new Uint8Array(bytes), { headers });
  });
}

async function read(file: string, shown: string): Promise<Buffer> {
  const handle = await open(file).catch(() => undefined);
  if (!handle) throw notThere(shown);
  try {
    const { size } = await handle.stat();
    if (size > MAX_BYTES) throw notThere(shown);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function notThere(path: string): CapstanError {
  return new CapstanError("FILE_NOT_FOUND", `This server's hub has no ${path.slice(0, 200)}.`);
}

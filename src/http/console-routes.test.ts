import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consoleRoutes } from "./console-routes.ts";

let folder: string;
let app: Hono;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-dist-"));
  mkdirSync(join(folder, "assets"));
  const files = [
    ["index.html", "<!doctype html><title>Capstan</title>"],
    ["assets/main-abc.js", "export {};"],
    ["assets/main-abc.css", "a{}"],
    ["assets/secret.js", "not in the list"],
  ] as const;
  for (const [name, text] of files) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(folder, "files.json"), JSON.stringify(["main-abc.js", "main-abc.css"]));
  app = new Hono();
  const lostPage = consoleRoutes(app, pathToFileURL(`${folder}/`));
  app.notFound(async (c) => (await lostPage(c)) ?? c.json({ code: "ROUTE_NOT_FOUND" }, 404));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });

describe("the console", () => {
  test.each([
    "/",
    "/sessions",
    "/sessions/session_1",
    "/approvals",
    "/approvals/appr_1",
    "/catalog/ext%3Ax",
    "/audit/inv_1",
  ])("%s is a page of it", async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("<title>Capstan</title>");
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-cache");
  });

  test("every page that its router knows can be opened by its address", async () => {
    const router = readFileSync(new URL("../../web/src/router.tsx", import.meta.url), "utf8");
    const paths = [...router.matchAll(/^ {2}path: "(.+)",$/gm)].map(([, path = ""]) => path);
    expect(paths.length).toBeGreaterThan(20);
    const lost: string[] = [];
    for (const path of paths) {
      const { status } = await get(path.replace("$id", "some-id"));
      if (status !== 200) lost.push(path);
    }
    expect(lost).toEqual([]);
  });

  test("runs no script and no style but its own, and stands in no frame", async () => {
    const policy = (await get("/")).headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect((await get("/assets/main-abc.js")).headers.get("x-content-type-options")).toBe(
      "nosniff",
    );
  });

  test("keeps what has a hash in its name for ever", async () => {
    const response = await get("/assets/main-abc.js");
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(response.headers.get("content-encoding")).toBeNull();
    const packed = await get("/assets/main-abc.js", { "accept-encoding": "gzip, br" });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(Buffer.from(await packed.arrayBuffer())).toEqual(gzipSync("export {};"));
  });

  test.each([
    "/assets/secret.js",
    "/assets/..%2findex.html",
    "/assets/../files.json",
    "/files.json",
    "/assets/main-abc.js.gz",
    "/assets/__proto__",
    "/v1/nothing",
    "/mcp",
    "/.well-known/x",
    "/nowhere",
  ])("%s is not one of its files", async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test("shows itself to a person at an address that is not there, and still answers 404", async () => {
    for (const path of ["/nowhere", "/sessions/a/b", "/approvals/a/b"]) {
      const response = await get(path, { accept: "text/html,*/*" });
      expect(response.status, path).toBe(404);
      expect(await response.text()).toContain("<title>Capstan</title>");
    }
    for (const path of ["/v1/nothing", "/assets/x.js", "/mcp", "/.well-known/x"]) {
      const response = await get(path, { accept: "text/html,*/*" });
      expect(await response.json(), path).toEqual({ code: "ROUTE_NOT_FOUND" });
    }
    expect((await app.request("/nowhere", { method: "POST" })).status).toBe(404);
  });

  test("says how to build it where nobody has", async () => {
    const bare = new Hono();
    consoleRoutes(bare, pathToFileURL(`${folder}/none/`));
    const response = await bare.request("/approvals");
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("node web/build.mjs");
    expect((await bare.request("/icon.svg")).status).toBe(200);
  });
});

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createWebClient } from "./create-web-client.ts";
import { ask } from "./testing/ask.ts";
import { type Loopback, serve } from "./testing/serve.ts";

const run = promisify(execFile);
const ASK = new URL("./testing/ask.ts", import.meta.url).href;

const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString();
const reach = (server: Loopback, options: Parameters<typeof ask>[1] = {}) =>
  ask(server.url, { allowHosts: [server.host], ...options });

describe("an answer", () => {
  test("E39: has the status, headers in lower case, the body and the final url", async () => {
    await using server = await serve((request, response) => {
      if (request.url === "/") return response.writeHead(301, { Location: "/end?q=1" }).end();
      response.writeHead(404, { "X-Two": ["a", "b"] }).end("gone");
    });
    const answer = await reach(server);
    expect(answer).toMatchObject({ url: `${server.url}end?q=1`, status: 404, cut: null });
    expect(answer.headers.get("x-two")).toBe("a, b");
    expect(textOf(answer)).toBe("gone");
  });

  test.each([
    ["gzip", gzipSync("plain text")],
    ["x-gzip", gzipSync("plain text")],
    ["GZIP, identity", gzipSync("plain text")],
    ["deflate", deflateSync("plain text")],
    ["br", brotliCompressSync("plain text")],
    ["identity", Buffer.from("plain text")],
  ])("E39: encoded as %s is decoded", async (encoding, bytes) => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(bytes),
    );
    expect(textOf(await reach(server))).toBe("plain text");
  });

  test("E38: to HEAD has headers and no body, even where it claims an encoding", async () => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { "content-length": "1234", "content-encoding": "gzip" }).end(),
    );
    const answer = await reach(server, { method: "HEAD" });
    expect(answer.headers.get("content-length")).toBe("1234");
    expect(answer.body).toHaveLength(0);
  });

  test("E39: an empty one that claims gzip is empty", async () => {
    await using server = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(),
    );
    expect((await reach(server)).body).toHaveLength(0);
  });
});

describe("a request", () => {
  test("A77: sends the caller's headers and body, and its own host", async () => {
    const seen: unknown[] = [];
    await using server = await serve(async (request, response) => {
      const { host, te, ...headers } = request.headers;
      seen.push(host, te, headers["x-a"], headers["accept-encoding"]);
      for await (const chunk of request) seen.push(String(chunk));
      response.end();
    });
    const headers = { "X-A": "1", Host: "evil.test", TE: "x", "Accept-Encoding": "zstd" };
    await reach(server, { method: "post", headers, body: "hello" });
    expect(seen).toEqual([server.host, undefined, "1", "gzip, br", "hello"]);
  });

  test("A82, A112: a redirect to another host carries nothing there, whoever allowed it", async () => {
    let asked = 0;
    await using end = await serve((_, response) => {
      asked += 1;
      response.end();
    });
    await using start = await serve((_, response) =>
      response.writeHead(307, { location: `${end.url}x`, "set-cookie": "a=1" }).end(),
    );
    const headers = { authorization: "Bearer t", cookie: "b=2", accept: "text/html" };
    const answer = await ask(start.url, { allowHosts: [start.host, end.host], headers });
    expect(answer).toMatchObject({ status: 307, redirect: `${end.url}x` });
    expect(asked).toBe(0);
  });

  test("A81: proxy variables are not read", async () => {
    let proxied = 0;
    await using proxy = await serve((_, response) => {
      proxied += 1;
      response.end("proxy");
    });
    await using server = await serve((_, response) => response.end("direct"));
    // Node reads them when it starts.
    const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"];
    const env = Object.fromEntries(names.map((name) => [name, proxy.url]));
    const reaches = async (code: string) => {
      const argv = ["--input-type=module", "-e", code, server.url, server.host];
      const { stdout } = await run(process.execPath, argv, {
        env: { ...env, NODE_USE_ENV_PROXY: "1" },
      });
      return stdout;
    };
    // What reads them does go there.
    const usual = `import { get } from "node:http"; get(process.argv[1], (it) => it.pipe(process.stdout));`;
    expect(await reaches(usual)).toBe("proxy");
    expect(proxied).toBe(1);
    expect(
      await reaches(`
        import { ask } from ${JSON.stringify(ASK)};
        const [url, host] = process.argv.slice(1);
        const { body } = await ask(url, { allowHosts: [host] });
        process.stdout.write(body);
      `),
    ).toBe("direct");
    expect(proxied).toBe(1);
  });

  test.each([
    [5, true],
    [6, false],
    [21, false],
  ])("A76: %i redirects are followed: %s", async (count, followed) => {
    let left = count;
    await using server = await serve((_, response) => {
      if (left-- === 0) return response.end("end");
      response.writeHead(302, { location: `/${left}` }).end();
    });
    const asked = reach(server);
    if (followed) expect(textOf(await asked)).toBe("end");
    else
      await expect(asked).rejects.toMatchObject({
        code: "WEB_FAILED",
        message: /redirects more than 5 times/,
      });
  });

  test("A76: a page that leads to itself ends", async () => {
    let asked = 0;
    await using server = await serve((_, response) => {
      asked += 1;
      response.writeHead(302, { location: "/" }).end();
    });
    await expect(reach(server)).rejects.toMatchObject({ code: "WEB_FAILED" });
    expect(asked).toBe(6);
  });

  test("E41: a broken URL is refused without a connection", async () => {
    await expect(ask("nonsense")).rejects.toMatchObject({ code: "URL_INVALID" });
  });

  test("X30: a wrong setting is refused when the client is made", () => {
    expect(() => createWebClient({ allowHosts: ["http://x"] })).toThrow("web_fetch.allow_hosts");
  });
});

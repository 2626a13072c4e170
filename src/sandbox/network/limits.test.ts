import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { ask } from "./testing/ask.ts";
import { type Loopback, serve, serveBytes } from "./testing/serve.ts";

const reach = (server: Loopback, options: Parameters<typeof ask>[1] = {}) =>
  ask(server.url, { allowHosts: [server.host], ...options });

const HEAD = "HTTP/1.1 200 OK\r\n";

describe("size", () => {
  test("A78: a gzip bomb is cut at the decoded size", async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    await using server = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const { body, cut } = await reach(server, { maxBytes: 100_000 });
    expect([body.length, cut]).toEqual([100_000, "size"]);
  });

  test("A78: an endless body is cut", async () => {
    await using server = await serve((_, response) => {
      const more = () => response.write(Buffer.alloc(65_536, "x"), more);
      response.on("error", () => {});
      more();
    });
    const { body, cut } = await reach(server, { maxBytes: 100_000 });
    expect([body.length, cut]).toEqual([100_000, "size"]);
  });

  test.each([
    [9, 9, "size"],
    [10, 10, null],
    [11, 10, null],
  ])("A78: with a limit of %i bytes, %i of 10 are read", async (maxBytes, length, cut) => {
    await using server = await serve((_, response) => response.end("0123456789"));
    expect(await reach(server, { maxBytes })).toMatchObject({ body: { length }, cut });
  });

  test.each(["gzip, gzip", "gzip, gzip, gzip", "br, gzip", "compress", "constructor"])(
    "A78: the encoding %j is refused",
    async (encoding) => {
      const bytes = gzipSync(gzipSync(gzipSync("x")));
      await using server = await serve((_, response) =>
        response.writeHead(200, { "content-encoding": encoding }).end(bytes),
      );
      await expect(reach(server)).rejects.toMatchObject({ code: "WEB_FAILED" });
    },
  );

  test("A78: headers without an end are refused", async () => {
    await using server = await serveBytes(HEAD, `X-Long: ${"x".repeat(1_000_000)}\r\n\r\n`);
    await expect(reach(server)).rejects.toMatchObject({
      code: "WEB_FAILED",
      message: '"127.0.0.1" sends more headers than are read.',
    });
  });
});

describe("time", () => {
  test("E36, A79: no byte in time is an error that says the time", async () => {
    await using server = await serve(() => {});
    await expect(reach(server, { firstByteMs: 40 })).rejects.toMatchObject({
      code: "WEB_TIMED_OUT",
      message: "Nothing was fetched: the server did not respond within 0.04 seconds.",
    });
  });

  test("E36: a limit of 1 second is said as 1 second", async () => {
    await using server = await serve(() => {});
    await expect(reach(server, { firstByteMs: 1_000 })).rejects.toThrow(
      "the server did not respond within 1 second.",
    );
  });

  test("A79: headers that drip do not hold the deadline off", async () => {
    await using server = await serve((request) => {
      const drip = setInterval(() => request.socket.write("H"), 10);
      request.socket.on("close", () => clearInterval(drip)).on("error", () => {});
      request.socket.write("HTTP/1.1 200 OK\r\nX-Drip: ");
    });
    await expect(reach(server, { firstByteMs: 80 })).rejects.toMatchObject({
      code: "WEB_TIMED_OUT",
    });
  });

  test("A79: redirects share one deadline", async () => {
    await using server = await serve((_, response) => {
      setTimeout(() => response.writeHead(302, { location: "/" }).end(), 40);
    });
    await expect(reach(server, { firstByteMs: 100 })).rejects.toMatchObject({
      code: "WEB_TIMED_OUT",
    });
  });

  test("E37, A79: a slow drip comes back with what there is", async () => {
    await using server = await serve((_, response) => {
      const drip = setInterval(() => response.write("x"), 10);
      response.on("close", () => clearInterval(drip));
      response.write("start");
    });
    const { body, cut } = await reach(server, { bodyMs: 250 });
    expect(cut).toBe("time");
    expect(Buffer.from(body).toString()).toMatch(/^startx*$/);
  });

  test("E37: so does a compressed one", async () => {
    await using server = await serve((_, response) => {
      const bytes = gzipSync(Buffer.from(Array.from({ length: 200_000 }, (_, i) => i * 7919)));
      response
        .writeHead(200, { "content-encoding": "gzip" })
        .write(bytes.subarray(0, bytes.length - 9));
    });
    const { body, cut } = await reach(server, { bodyMs: 250 });
    expect([body.length > 1_000, cut]).toEqual([true, "time"]);
  });

  test("E37: the time for the body does not run before its first byte", async () => {
    await using server = await serve((_, response) => {
      setTimeout(() => response.end("late"), 300);
    });
    expect(await reach(server, { bodyMs: 150 })).toMatchObject({ cut: null });
  });

  test.each(["before the answer", "in the body"])(
    "E36: cancelling %s ends at once",
    async (when) => {
      await using server = await serve((_, response) => {
        if (when === "in the body") response.write("x");
      });
      const stop = new AbortController();
      const asked = reach(server, { signal: stop.signal });
      setTimeout(() => stop.abort(new Error("cancelled")), 40);
      await expect(asked).rejects.toThrow("cancelled");
    },
  );
});

describe("broken answers", () => {
  test.each([
    [
      "a body shorter than promised",
      [HEAD, "Content-Length: 100\r\n\r\nshort"],
      "closed the connection",
    ],
    ["no HTTP at all", ["SSH-2.0-OpenSSH_9.6\r\n"], "does not speak proper HTTP"],
    [
      "a broken chunk size",
      [HEAD, "Transfer-Encoding: chunked\r\n\r\nZZ\r\nabc\r\n"],
      "does not speak proper HTTP",
    ],
    [
      "a chunk that ends too early",
      [HEAD, "Transfer-Encoding: chunked\r\n\r\n5\r\nab"],
      "closed the connection",
    ],
    [
      "two lengths",
      [HEAD, "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
      "does not speak proper HTTP",
    ],
    [
      "a length and chunks",
      [HEAD, "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
      "does not speak proper HTTP",
    ],
    [
      "no gzip where gzip is claimed",
      [HEAD, "Content-Encoding: gzip\r\n\r\nplain"],
      "not encoded as it says",
    ],
    [
      "no brotli where it is claimed",
      [HEAD, "Content-Encoding: br\r\n\r\nplain text, and no brotli"],
      "not encoded as it says",
    ],
    ["nothing", [""], "closed the connection"],
  ])("A78, E41: %s is a readable failure", async (_, parts, message) => {
    await using server = await serveBytes(...parts);
    await expect(reach(server)).rejects.toMatchObject({
      code: "WEB_FAILED",
      message: expect.stringContaining(message),
    });
  });

  test("A78: what follows the promised length is not read", async () => {
    await using server = await serveBytes(
      HEAD,
      "Content-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\n",
    );
    expect(Buffer.from((await reach(server)).body).toString()).toBe("ok");
  });

  test("E41: a closed port is a readable failure", async () => {
    // No server takes this one, whatever runs beside this test.
    const closed = "127.0.0.1:1";
    const asked = ask(`http://${closed}/`, { allowHosts: [closed] });
    await expect(asked).rejects.toMatchObject({
      code: "WEB_FAILED",
      message: expect.stringMatching(/^"127\.0\.0\.1" refuses connections on port \d+\.$/),
    });
  });

  test("E41: a server without TLS is a readable failure", async () => {
    await using server = await serve((_, response) => response.end());
    const asked = ask(server.url.replace("http:", "https:"), { allowHosts: [server.host] });
    await expect(asked).rejects.toThrow(/does not speak TLS/);
  });
});

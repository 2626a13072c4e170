import { describe, expect, test } from "vitest";
import { guardOrigin } from "./guard-origin.ts";

const NONE: ReadonlySet<string> = new Set();

const guard =
  (headers: Record<string, string>, allowed = NONE) =>
  () =>
    guardOrigin(new Headers(headers), allowed);

describe("Host", () => {
  test.each([
    "127.0.0.1",
    "127.0.0.1:4747",
    "localhost",
    "localhost:9999",
    "LocalHost:4747",
    "[::1]",
    "[::1]:4747",
  ])("%s is this machine", (host) => {
    expect(guard({ host })).not.toThrow();
  });

  test.each([
    "evil.com",
    "evil.com:4747",
    "127.0.0.1.evil.com",
    "localhost.evil.com:4747",
    "localhost.",
    "127.0.0.1.nip.io",
    "rebind.network:4747",
    "127.0.0.2",
    "127.1",
    "2130706433",
    "0.0.0.0:4747",
    "[::]:4747",
    "[::ffff:127.0.0.1]",
    "::1",
    "127.0.0.1:80:80",
    "127.0.0.1:port",
    "127.0.0.1, evil.com",
    "user@127.0.0.1",
    "",
  ])("%j is refused", (host) => {
    expect(guard({ host })).toThrow(
      expect.objectContaining({
        code: "HOST_FOREIGN",
        message: expect.stringContaining(`"${host}"`),
      }),
    );
  });

  test("none at all is refused", () => {
    expect(guard({})).toThrow(expect.objectContaining({ code: "HOST_FOREIGN" }));
  });

  test("a name that the owner allows is allowed, on any port, and no name like it", () => {
    const allowed = new Set(["capstan.lan"]);
    expect(guard({ host: "capstan.lan" }, allowed)).not.toThrow();
    expect(guard({ host: "CAPSTAN.lan:8443" }, allowed)).not.toThrow();
    expect(guard({ host: "127.0.0.1" }, allowed)).not.toThrow();
    expect(guard({ host: "evil.capstan.lan" }, allowed)).toThrow();
  });
});

describe("Origin", () => {
  test.each([
    { host: "127.0.0.1:4747", origin: "http://127.0.0.1:4747" },
    { host: "localhost:4747", origin: "http://localhost:4747" },
    { host: "localhost:4747", origin: "https://localhost:4747" },
    { host: "[::1]:4747", origin: "http://[::1]:4747" },
    { host: "localhost", origin: "http://localhost" },
  ])("$origin may call $host: it is the same place", ({ host, origin }) => {
    expect(guard({ host, origin })).not.toThrow();
  });

  test.each([
    { host: "127.0.0.1:4747", origin: "http://evil.com" },
    { host: "127.0.0.1:4747", origin: "http://127.0.0.1:3000" },
    { host: "127.0.0.1:4747", origin: "http://127.0.0.1" },
    { host: "127.0.0.1:4747", origin: "http://localhost:4747" },
    { host: "127.0.0.1:4747", origin: "http://127.0.0.1:4747.evil.com" },
    { host: "127.0.0.1:4747", origin: "http://127.0.0.1:47470" },
    { host: "127.0.0.1:4747", origin: "null" },
    { host: "127.0.0.1:4747", origin: "" },
    { host: "127.0.0.1:4747", origin: "file://" },
    { host: "127.0.0.1:4747", origin: "chrome-extension://abc" },
    { host: "[::1]:4747", origin: "http://[::1]:4748" },
  ])("$origin may not call $host", ({ host, origin }) => {
    expect(guard({ host, origin })).toThrow(
      expect.objectContaining({
        code: "ORIGIN_FOREIGN",
        message: expect.stringContaining(`"${origin}"`),
      }),
    );
  });

  test("of a foreign Host does not make that Host any better", () => {
    expect(guard({ host: "evil.com", origin: "http://evil.com" })).toThrow(
      expect.objectContaining({ code: "HOST_FOREIGN" }),
    );
  });
});

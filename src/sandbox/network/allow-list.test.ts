import { expect, test } from "vitest";
import { createAllowList } from "./allow-list.ts";

test.each([
  { entry: "intra.test", url: "http://intra.test/", allowed: true },
  { entry: "intra.test", url: "https://intra.test:8443/", allowed: true },
  { entry: "Intra.Test", url: "http://INTRA.test./", allowed: true },
  { entry: "127.0.0.1:8080", url: "http://127.0.0.1:8080/", allowed: true },
  { entry: "127.0.0.1:8080", url: "http://127.1:8080/", allowed: true },
  { entry: "127.0.0.1:8080", url: "http://127.0.0.1:8081/", allowed: false },
  { entry: "127.0.0.1:8080", url: "http://127.0.0.1/", allowed: false },
  { entry: "intra.test:80", url: "http://intra.test/", allowed: true },
  { entry: "intra.test:80", url: "https://intra.test/", allowed: false },
  { entry: "intra.test:443", url: "https://intra.test/", allowed: true },
  { entry: "::1", url: "http://[::1]:9/", allowed: true },
  { entry: "[::1]:9", url: "http://[0:0::1]:9/", allowed: true },
  { entry: "[::1]:9", url: "http://[::1]:10/", allowed: false },
  { entry: "bücher.test", url: "http://xn--bcher-kva.test/", allowed: true },
])("X30: $entry allows $url: $allowed", ({ entry, url, allowed }) => {
  expect(createAllowList([entry])(new URL(url))).toBe(allowed);
});

test.each([
  "http://allowed.com.evil.io/",
  "http://evil-allowed.com/",
  "http://sub.allowed.com/",
  "http://аllowed.com/",
  "http://allowed.com.:81@evil.io/",
])("A77: allowed.com does not allow %s", (url) => {
  expect(createAllowList(["allowed.com"])(new URL(url))).toBe(false);
});

test.each([
  "",
  "*",
  "*.test",
  "http://a.test",
  "a.test/x",
  "a.test:0",
  "a.test:70000",
  "10.0.0.0/8",
  "a b",
  "u@a.test",
  "a.test:x",
  "[::1",
  "999.1.1.1",
])("X30: %j is refused as an entry, naming the setting", (entry) => {
  expect(() => createAllowList([entry])).toThrow(/^web_fetch\.allow_hosts: .*without scheme/);
});

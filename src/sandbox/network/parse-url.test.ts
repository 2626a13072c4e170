import { expect, test } from "vitest";
import { parseUrl } from "./parse-url.ts";

test.each([
  ["https://example.com", "https://example.com/"],
  ["  HTTP://EXAMPLE.com/a b?c=\\d#e ", "http://example.com/a%20b?c=\\d#e"],
  ["http://bücher.test/", "http://xn--bcher-kva.test/"],
])("E41: %j is taken as %s", (text, href) => {
  expect(parseUrl(text).href).toBe(href);
});

test.each([
  ["not a url", /whole one/],
  ["", /whole one/],
  ["//example.com", /whole one/],
  ["http://", /whole one/],
  ["http://exa mple.com/", /whole one/],
  ["http://a.test:99999/", /whole one/],
  ["ftp://example.com/", /Only http and https/],
  ["file:///etc/passwd", /Only http and https/],
  ["gopher://example.com/", /Only http and https/],
  ["javascript:alert(1)", /Only http and https/],
  ["http://user:pass@example.com/", /user name or a password/],
  ["http://allowed.com@evil.io/", /user name or a password/],
  ["http://evil.io\\@allowed.com/", /backslash/],
  ["http:\\\\evil.io/", /backslash/],
  ["http://exam\tple.com/", /control character/],
  ["http://example.com/\r\nX-Evil: 1", /control character/],
  ["http://example.com\u0000.evil.io/", /control character/],
  ["http://example.com%00.evil.io/", /whole one/],
])("A77, E41: %j is refused", (text, message) => {
  expect(() => parseUrl(text)).toThrow(
    expect.objectContaining({ code: "URL_INVALID", message: expect.stringMatching(message) }),
  );
});

import { expect, test } from "vitest";
import { commandFor } from "./refused-place.ts";

const access = { paths: [{ root: "/data", verbs: ["read" as const] }], hosts: ["open.example"] };

test.each([
  ["ENOENT: no such file or directory, open '/srv/notes/a.txt'", "mcp:s /srv/notes"],
  ["Error: EACCES: permission denied, mkdir '/srv/x'", "mcp:s /srv"],
  ["getaddrinfo ENOTFOUND api.example.com", "mcp:s api.example.com"],
  ['This program was not given the host "api.example.com:443".', "mcp:s api.example.com:443"],
  ["getaddrinfo EAI_AGAIN api.example.com", "mcp:s api.example.com"],
  ["connect ENETUNREACH 1.2.3.4:443 - Local (0.0.0.0:0)", "mcp:s 1.2.3.4:443"],
  ["curl: (6) Could not resolve host: api.example.com", "mcp:s api.example.com"],
  ["HTTPSConnectionPool(host='api.example.com', port=443): Max retries", "mcp:s api.example.com"],
  ["java.net.UnknownHostException: api.example.com", "mcp:s api.example.com"],
  ["dial tcp: lookup api.example.com: no such host", "mcp:s api.example.com"],
  ["error sending request for url (https://api.example.com/x): dns error", "mcp:s api.example.com"],
])("F44: %j names the command that allows it", (said, command) => {
  expect(commandFor("s", said, access)).toContain(`capstan access allow ${command}`);
});

test.each([
  "ENOENT: no such file or directory, open '/data/a.txt'",
  "ENOENT: no such file or directory, open '/data/../data/a.txt'",
  "getaddrinfo ENOTFOUND open.example",
  'This program was not given the host "open.example:443".',
  "TypeError: fetch failed",
  "the answer is /srv/x",
  "it is broken",
])("%j names none", (said) => {
  expect(commandFor("s", said, access)).toBeUndefined();
});

test.each([
  "<urlopen error [Errno -3] Temporary failure in name resolution>",
  "TypeError: fetch failed",
])("F44: %j, without any host, says how one is allowed", (said) => {
  const none = { paths: [], hosts: [] };
  expect(commandFor("s", said, none)).toContain("capstan access allow mcp:s <host>");
});

import { expect, test } from "vitest";
import { commandFor } from "./refused-place.ts";

const access = { paths: [{ root: "/data", verbs: ["read" as const] }], hosts: ["open.example"] };

test.each([
  ["ENOENT: no such file or directory, open '/srv/notes/a.txt'", "mcp:s /srv/notes"],
  ["Error: EACCES: permission denied, mkdir '/srv/x'", "mcp:s /srv"],
  ["getaddrinfo ENOTFOUND api.example.com", "mcp:s api.example.com"],
  ['This program was not given the host "api.example.com:443".', "mcp:s api.example.com:443"],
  ["getaddrinfo EAI_AGAIN api.example.com", "mcp:s api.example.com"],
])("%j names the command that allows it", (said, command) => {
  expect(commandFor("s", said, access)).toContain(`capstan access allow ${command}`);
});

test.each([
  "ENOENT: no such file or directory, open '/data/a.txt'",
  "ENOENT: no such file or directory, open '/data/../data/a.txt'",
  "getaddrinfo ENOTFOUND open.example",
  "the answer is /srv/x",
  "it is broken",
])("%j names none", (said) => {
  expect(commandFor("s", said, access)).toBeUndefined();
});

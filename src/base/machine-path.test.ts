import { expect, test } from "vitest";
import { isOfMachine, wholePathsIn } from "./machine-path.ts";

const SESSION = new Set(["/docs", "/docs/a.txt", "/srv/own.txt"]);

test.each([
  { path: "/home/ana/notes.txt", of: "machine" },
  { path: "/home/ana/", of: "machine" },
  { path: "/tmp", of: "machine" },
  { path: "/srv/other.txt", of: "machine" },
  { path: "/srv/own.txt", of: "session" },
  { path: "/srv/../srv/own.txt", of: "session" },
  { path: "/docs/a.txt", of: "session" },
  { path: "/docs/new.txt", of: "session" },
  { path: "/docs/deeper/new.txt", of: "machine" },
  { path: "/new.txt", of: "session" },
  { path: "/", of: "session" },
  { path: "/workspace/new.txt", of: "session" },
  { path: "notes.txt", of: "session" },
])("F76: $path is a path of the $of", ({ path, of }) => {
  expect(isOfMachine(path, SESSION)).toBe(of === "machine");
});

test.each([
  { text: "delete /srv/a.txt.", paths: ["/srv/a.txt"] },
  { text: "copy ~/a.txt to /srv, please", paths: ["/home/ana/a.txt", "/srv"] },
  { text: 'read "/srv/my list.txt"', paths: ["/srv/my list.txt", "/srv/my"] },
  { text: "list the files in ~", paths: ["/home/ana"] },
  { text: "read https://example.com/a and docs/b.txt, 3/4 of it", paths: [] },
])("$text names $paths", ({ text, paths }) => {
  expect(wholePathsIn(text, "/home/ana").map(({ path }) => path)).toEqual(paths);
});

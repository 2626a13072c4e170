import { expect, test } from "vitest";
import { importCycles } from "./import-cycles.ts";
import { type Import, importsOf, UNREADABLE } from "./imports.ts";
import { KNOW_EVERYONE, MAY_IMPORT, offence, roomOf } from "./rooms.ts";
import { readFiles, readSources } from "./source-files.ts";

/** Rooms that may be imported for their types alone, because of what loading them costs. */
const TYPES_ONLY: Record<string, readonly string[]> = { cli: ["http"] };

/** Rules that the console and the command line keep alike: pure, small, and part of both. */
const SHARED_WITH_CONSOLE = ["src/base/is-as-shown.ts"];

const files = readSources();
const imports = files.flatMap(importsOf);
const ours = imports.filter(({ to }) => to.startsWith("src/"));

test("every folder of src has its place in the table", () => {
  const rooms = new Set(files.map(({ path }) => roomOf(path)));
  const placed = [...Object.keys(MAY_IMPORT), ...KNOW_EVERYONE];
  expect([...rooms].filter((room) => !placed.includes(room))).toEqual([]);
});

test("a room imports only what it may", () => {
  const told = ours.flatMap((one) => {
    const why = offence(one);
    return why === undefined ? [] : [`${arrow(one)}: ${why}`];
  });
  expect(told).toEqual([]);
});

/** Words of the wire and of what a source is, which no hook says better. */
const NAMED = [
  // A person may want an answer remembered for a pack: where no feature takes it, it is refused.
  'src/gate/approvals/remember-answer.ts: === "pack"',
  // Only servers change their tools by themselves, so only theirs are kept to be compared.
  'src/gate/catalog/drift.ts: !== "mcp"',
  // An agent asks a model within one call; whatever else asks has a run.
  'src/gate/sampler.ts: !== "agent"',
];

test("gate and engine compare with the name of no feature", () => {
  const trunk = files.filter(({ path }) => /^src\/(?:gate|engine)\//.test(path));
  const named = trunk.flatMap(({ path, text }) =>
    [...text.matchAll(/[!=]== "(?:pack|skill|agent|ext|mcp|hub)"/g)].map(
      ([it]) => `${path}: ${it}`,
    ),
  );
  expect(named.sort()).toEqual(NAMED);
});

test.each(Object.entries(TYPES_ONLY))("%s imports only types from %s", (room, targets) => {
  const offences = ours.filter(
    ({ from, to, typeOnly }) => roomOf(from) === room && targets.includes(roomOf(to)) && !typeOnly,
  );
  expect(offences.map(arrow)).toEqual([]);
});

test("nothing in src imports its own package, another tree, or a path that nobody can check", () => {
  const paths = new Set(files.map(({ path }) => path));
  const offences = imports.filter(
    ({ to }) =>
      to === UNREADABLE ||
      to.startsWith("/") ||
      to.startsWith("#") ||
      /^capstan(?:\/|$)/.test(to) ||
      (/^\.|\.ts$/.test(to) && !paths.has(to)),
  );
  expect(offences.map(arrow)).toEqual([]);
});

test("the console imports only the types of the client, and shared rules", () => {
  const reached = readFiles("web/src/**/*.{ts,tsx}")
    .flatMap(importsOf)
    .filter(({ to }) => to.startsWith("src/"));
  expect(reached.length).toBeGreaterThan(0);
  const offences = reached.filter(
    ({ to, typeOnly }) =>
      !SHARED_WITH_CONSOLE.includes(to) && !(to.startsWith("src/http/client/") && typeOnly),
  );
  expect(offences.map(arrow)).toEqual([]);
});

test("a rule that the console shares rests on nothing but base", () => {
  const reached = new Set(SHARED_WITH_CONSOLE);
  for (const file of reached) {
    for (const { from, to, typeOnly } of imports) {
      if (from === file && !typeOnly) reached.add(to);
    }
  }
  expect([...reached].filter((path) => roomOf(path) !== "base")).toEqual([]);
});

test("the command line does not load zod to start", () => {
  const reached = new Set(files.map(({ path }) => path).filter((path) => roomOf(path) === "cli"));
  for (const file of reached) {
    for (const { from, to, typeOnly, dynamic } of imports) {
      if (from === file && !typeOnly && !dynamic) reached.add(to);
    }
  }
  expect([...reached].filter((target) => /^zod(?:\/|$)/.test(target))).toEqual([]);
});

test("no modules import each other in a circle", () => {
  const graph = new Map(files.map(({ path }): [string, string[]] => [path, []]));
  for (const { from, to, typeOnly } of ours) if (!typeOnly) graph.get(from)?.push(to);
  expect(importCycles(graph)).toEqual([]);
});

test("every way to write an import is seen", () => {
  const text = [
    'import { a } from "../base/a.ts";',
    'import b from "../base/b.ts";',
    'import * as c from "../base/c.ts";',
    'import type { D } from "../base/d.ts";',
    'import "../base/e.ts";',
    "import {\n  f,\n  type G,\n} from '../base/f.ts';",
    'export { h } from "../base/h.ts";',
    'export type { I } from "../base/i.ts";',
    'const j = await import("../base/j.ts");',
    "const k = import(name);",
    'type L = typeof import("../base/l.ts");',
    '// import { no } from "../base/no.ts";',
    'const text = "not import(this)";',
  ].join("\n");
  const seen = importsOf({ path: "src/schema/sample.ts", text });
  expect(seen.map(({ to, typeOnly }) => `${to}${typeOnly ? " (types)" : ""}`)).toEqual([
    "src/base/a.ts",
    "src/base/b.ts",
    "src/base/c.ts",
    "src/base/d.ts (types)",
    "src/base/e.ts",
    "src/base/f.ts",
    "src/base/h.ts",
    "src/base/i.ts (types)",
    "src/base/j.ts",
    UNREADABLE,
    "src/base/l.ts (types)",
  ]);
});

function arrow({ from, to }: Import): string {
  return `${from} → ${to}`;
}

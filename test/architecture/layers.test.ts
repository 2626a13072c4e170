import { expect, test } from "vitest";
import { importCycles } from "./import-cycles.ts";
import { type Import, importsOf, UNREADABLE } from "./imports.ts";
import { readFiles, readSources } from "./source-files.ts";

const SEAMS = ["base", "schema", "ports"];
const GATE = [...SEAMS, "catalog", "policy", "runtime"];

/** Each folder, and the folders it may import. Data flows down this list, imports flow up it. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  base: [],
  schema: ["base"],
  ports: ["base", "schema"],
  catalog: SEAMS,
  policy: SEAMS,
  runtime: [...SEAMS, "catalog", "policy"],
  engine: GATE,

  sources: SEAMS,
  models: SEAMS,
  execution: SEAMS,
  sandbox: SEAMS,
  workspace: SEAMS,
  machine: SEAMS,
  "web-client": SEAMS,
  "mcp-client": SEAMS,
  stores: SEAMS,
  queue: SEAMS,
  hub: SEAMS,

  http: [...GATE, "engine"],
  mcp: [...GATE, "engine"],
  client: [],
  cli: ["base", "client"],

  testing: SEAMS,
};

/** These know everyone: the composition root, and the list of what is public. */
const KNOW_EVERYONE = ["app", "src/index.ts"];

/** Adapters: each sub-folder stands alone, so that one can be taken out. */
const ADAPTERS = ["sources", "models", "execution", "sandbox", "stores", "queue"];

/** What the folders of an adapter share, where that is a folder itself. */
const SHARED = ["src/stores/tables/", "src/sandbox/process/"];

/** Folders that may be imported for their types alone, because of what loading them costs. */
const TYPES_ONLY: Record<string, readonly string[]> = { cli: ["client"] };

const files = readSources();
const imports = files.flatMap(importsOf);
const ours = imports.filter(({ to }) => to.startsWith("src/"));

test("every folder of src has its place in the table", () => {
  const layers = new Set(files.map(({ path }) => layerOf(path)));
  const placed = [...Object.keys(MAY_IMPORT), ...KNOW_EVERYONE];
  expect([...layers].filter((layer) => !placed.includes(layer))).toEqual([]);
});

test.each(Object.entries(MAY_IMPORT))("%s imports only what it may", (layer, allowed) => {
  const offences = ours.filter(
    ({ from, to }) =>
      layerOf(from) === layer && layerOf(to) !== layer && !allowed.includes(layerOf(to)),
  );
  expect(offences.map(arrow)).toEqual([]);
});

test.each(Object.entries(TYPES_ONLY))("%s imports only types from %s", (layer, targets) => {
  const offences = ours.filter(
    ({ from, to, typeOnly }) =>
      layerOf(from) === layer && targets.includes(layerOf(to)) && !typeOnly,
  );
  expect(offences.map(arrow)).toEqual([]);
});

test("the folders of an adapter do not import each other", () => {
  const offences = ours.filter(({ from, to }) => {
    const layer = layerOf(from);
    if (!ADAPTERS.includes(layer) || layerOf(to) !== layer) return false;
    // What the folders of an adapter share stands beside them and knows none of them.
    if (SHARED.some((folder) => to.startsWith(folder))) return false;
    return adapterOf(to) !== undefined && adapterOf(to) !== adapterOf(from);
  });
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

test("the console imports only the types of the client", () => {
  const reached = readFiles("web/src/**/*.{ts,tsx}")
    .flatMap(importsOf)
    .filter(({ to }) => to.startsWith("src/"));
  expect(reached.length).toBeGreaterThan(0);
  const offences = reached.filter(({ to, typeOnly }) => layerOf(to) !== "client" || !typeOnly);
  expect(offences.map(arrow)).toEqual([]);
});

test("the command line does not load zod to start", () => {
  const reached = new Set(files.map(({ path }) => path).filter((path) => layerOf(path) === "cli"));
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

/** `src/stores/sqlite/x.ts` → `stores`; a file directly in `src` is a layer of its own. */
function layerOf(path: string): string {
  const [, layer = "", ...rest] = path.split("/");
  return rest.length > 0 ? layer : path;
}

/** `src/stores/sqlite/x.ts` → `sqlite`; undefined for what stands directly in the layer. */
function adapterOf(path: string): string | undefined {
  const [, , adapter, ...rest] = path.split("/");
  return rest.length > 0 ? adapter : undefined;
}

function arrow({ from, to }: Import): string {
  return `${from} → ${to}`;
}

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import { createRedactor } from "../../src/base/redaction/redactor.ts";
import { shippedCapabilities } from "../../src/features/builtin/builtin-registry.ts";
import { openSessionFiles } from "../../src/gate/files/session-files.ts";
import type { SessionFiles } from "../../src/gate/session-files.ts";
import type { WebClient } from "../../src/sandbox/web-client.ts";
import type { SideEffect } from "../../src/schema/side-effect.ts";
import type { Store } from "../../src/stores/store.ts";
import { fixtureId, makeSession } from "../../src/testing/fixtures.ts";
import { createManualClock } from "../../src/testing/manual-clock.ts";
import { runBuiltin } from "../../src/testing/run-builtin.ts";
import { openTestStore } from "../open-test-store.ts";

// Each tool that ships is run, and what it does to files and to the web is held against what it says
// of itself: policy decides by that alone (X12).

/** What of the files stands for which effect; looking whether something is there is reading. */
const FILES: Readonly<Record<keyof SessionFiles, readonly SideEffect[]>> = {
  stat: ["fs.read"],
  list: ["fs.read"],
  read: ["fs.read"],
  chunks: ["fs.read"],
  write: ["fs.write"],
  makeDirectory: ["fs.write"],
  remove: ["fs.delete"],
  copy: ["fs.read", "fs.write"],
  move: ["fs.move"],
};

const seen = new Set<SideEffect>();

const web: WebClient = {
  async request({ url, method }) {
    seen.add("network.http");
    const body = Buffer.from(method === "HEAD" ? "" : '{"results":[]}');
    const headers = new Map([["content-type", "application/json"]]);
    return { url, redirect: null, status: 200, headers, body, cut: null };
  },
};
const limits = { firstByteMs: 1_000, bodyMs: 1_000, maxBytes: 100_000 };
const searchUrl = "https://search.example/search";
const shipped = shippedCapabilities({ web, webFetch: limits, searchUrl });

const city = { city: "Berlin" };
const [a, b] = [{ a: 1, b: 2 }, "/b.txt"];
/** Inputs with which each one does what it is there for. A new tool needs a line here. */
const INPUTS: Readonly<Record<string, JsonObject>> = {
  add: a,
  subtract: a,
  multiply: a,
  divide: a,
  calculate: { expression: "1 + 2" },
  get_weather: city,
  get_forecast: city,
  get_current_time: {},
  write_todos: { todos: [{ content: "x", active_form: "x", status: "pending" }] },
  start_research: { question: "why" },
  add_note: { text: "because" },
  search_notes: { query: "because" },
  research_outline: {},
  web_search: { query: "why" },
  web_fetch: { url: "https://a.example" },
  write_file: { path: "/a.txt", content: "one" },
  read_file: { path: "/a.txt" },
  edit_file: { path: "/a.txt", old_text: "one", new_text: "two" },
  list_directory: {},
  grep_files: { pattern: "two" },
  stat_file: { path: "/a.txt" },
  copy_file: { from: "/a.txt", to: b },
  move_file: { from: b, to: "/c.txt" },
  delete_file: { path: "/c.txt" },
};
const ORDER = Object.keys(INPUTS);

let store: Store;
let files: SessionFiles;
beforeAll(async () => {
  store = await openTestStore();
  await store.journal.commit("test.session", [{ type: "session.add", session: makeSession() }]);
  const room = { fileBytes: 1_000_000, sessionBytes: 2_000_000, sessionFiles: 100 };
  const options = { store, clock: createManualClock(), redactor: createRedactor(), limits: room };
  const own = openSessionFiles(options, fixtureId("session"));
  files = new Proxy(own, {
    get(target, name: keyof SessionFiles) {
      for (const effect of FILES[name]) seen.add(effect);
      return target[name];
    },
  });
});
afterAll(() => store.close());

/** What runs in a box has no other effect than that: its own tests try to leave it. */
const tools = shipped
  .flatMap((capability) => (capability.tools ?? []).map((tool) => ({ capability, tool })))
  .filter(({ tool }) => "run" in tool)
  .sort((one, other) => ORDER.indexOf(one.tool.name) - ORDER.indexOf(other.tool.name));

describe("X12: a tool that ships says what it does", () => {
  test.each(tools.map(({ capability, tool }) => [tool.name, capability, tool] as const))(
    "%s",
    async (name, capability, tool) => {
      seen.clear();
      await runBuiltin(capability, name, INPUTS[name] ?? {}, {
        files,
        sessionId: fixtureId("session"),
      });
      expect([...(tool.sideEffectTags ?? [])].sort()).toEqual([...seen].sort());
      const writes = [...seen].some((effect) => /write|delete|move/.test(effect));
      expect(tool.behaviour?.readOnly ?? false).toBe(!writes);
      if (writes) expect(tool.riskLevel).not.toBe("LOW");
    },
  );

  test("every one of them was run", () => {
    expect(tools.map(({ tool }) => tool.name).sort()).toEqual(ORDER.toSorted());
  });
});

import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { openApi } from "../../open-api.ts";
import { IS_LONG, usually } from "../../runs.ts";
import { fixture, SERVERS, withServers } from "./open-mcp-api.ts";
import { makeEnvironment } from "./python-environment.ts";

/** A server as an owner would add it, and what its tools answer. */
type Row = {
  readonly what: string;
  /** Its entry in `mcpServers`. */
  readonly entry: Entry | (() => Entry);
  readonly call: Call;
  /** A tool that asks for a colour, and how it answers "blue". */
  readonly asks?: Call;
  /** In a long run alone. */
  readonly isLong?: boolean;
};
type Entry = Record<string, unknown>;
type Call = { readonly tool: string; readonly inputs?: JsonObject; readonly says: string };

/** Longer than a server of the newer era has to say that it is one. */
const LATE_MS = IS_LONG ? 8_000 : 4_000;
const PLAIN: Call = { tool: "plain", says: "hello" };
const ODD = { call: PLAIN, asks: { tool: "asks", says: "It is blue." } };
const odd = (...mode: string[]) => node(fixture("odd.mjs"), ...mode);
let python: ReturnType<typeof makeEnvironment>;
const GREETS: Call = { tool: "plain", says: "hello from an environment" };
const node = (...args: string[]) => ({ command: "node", args });

const ROWS: readonly Row[] = [
  {
    what: "F40: one of the newer era alone that starts late",
    entry: node(fixture("modern-stdio.mjs"), String(LATE_MS)),
    call: PLAIN,
    isLong: true,
  },
  { what: "F40: one that starts late", entry: odd("late", String(LATE_MS)), ...ODD },
  { what: "F40: one that leaves unknown requests", entry: odd("silent"), ...ODD },
  { what: "F40: one that ends at them", entry: odd("ends"), ...ODD },
  { what: "one that prints before it speaks", entry: odd("prints"), ...ODD },
  {
    what: "F41: a script of an absolute interpreter",
    entry: () => ({ command: process.execPath, args: [join(python.folder, "odd.mjs")] }),
    ...ODD,
  },
  {
    what: "F41: a script of a Python environment",
    entry: () => ({ command: python.interpreter, args: [python.script] }),
    call: GREETS,
  },
  {
    what: "F41: a program of a Python environment",
    entry: () => ({ command: python.program }),
    call: GREETS,
  },
  {
    what: "everything",
    entry: node(SERVERS.everything),
    call: { tool: "echo", inputs: { message: "hi" }, says: "Echo: hi" },
  },
];

let api: ReturnType<typeof withServers<Awaited<ReturnType<typeof openApi>>>>;
beforeAll(async () => {
  python = makeEnvironment();
  copyFileSync(fixture("odd.mjs"), join(python.folder, "odd.mjs"));
  api = withServers(await openApi({ profile: "auto" }));
});
afterAll(async () => {
  await api?.close();
  rmSync(python?.folder, { recursive: true, force: true });
});

test.concurrent.each(usually(ROWS, ({ isLong }) => !isLong))(
  "$what is listed, called, asked and started anew",
  async ({ what, entry, call, asks }) => {
    const id = `s${ROWS.findIndex((row) => row.what === what)}`;
    const isReady = async () => expect(await api.state(id)).toMatchObject({ state: "ready" });
    const listed = () => vi.waitFor(isReady, { timeout: 60_000, interval: 100 });
    const answers = async ({ tool, inputs = {}, says }: Call) => {
      const outcome = await api.invoke(`mcp:${id}:${tool}`, inputs);
      expect(JSON.stringify(outcome)).toContain(says);
    };
    await api.addEntry(id, typeof entry === "function" ? entry() : entry);
    await listed();
    await answers(call);
    if (asks) {
      const path = `/v1/tools/mcp:${id}:${asks.tool}/invoke`;
      const { body } = await api.post<JsonObject>(path, { inputs: {} });
      expect(body).toMatchObject({ state: "input_required", input_request: { kind: "fields" } });
      await answers(call);
      const { resume_token } = body;
      const done = await api.post(path, { resume_token, inputs: { colour: "blue" } });
      expect(JSON.stringify(done.body)).toContain(asks.says);
    }
    await api.post(`/v1/mcp-servers/${id}/refresh`, {}, { as: "admin" });
    await listed();
    await answers(call);
  },
  120_000,
);

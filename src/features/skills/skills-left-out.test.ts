import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type FakeSkill, openWithSkills } from "../../../test/fake-skills.ts";
import type { JsonObject } from "../../base/json.ts";
import { createHttpServer } from "../../http/create-http-server.ts";
import { MIGRATIONS as POSTGRES } from "../../stores/postgres/migrations.ts";
import { MIGRATIONS as SQLITE } from "../../stores/sqlite/migrations.ts";

let close = async () => {};
afterEach(() => close());

const FRONT = `autonomy_level: READ
side_effects: []
state_persistence: full_events
interaction_outcomes: {allowed_intermediate_states: [input_required]}`;

/** Remembers what it is given, and answers what it finds under a key. */
const remembers: FakeSkill = {
  front: FRONT,
  run({ key }, { run }) {
    if (key === undefined) {
      const facts = [{ bucket: "people", key: "ada", value: "Lovelace", ttlSeconds: null }];
      return {
        state: "input_required",
        inputRequest: { kind: "fields", reason: "Which key?", fields: [{ name: "key" }] },
        remembered: { facts, events: [] },
      };
    }
    const { people = {} } = (run?.facts ?? {}) as Record<string, JsonObject>;
    const found = Object.hasOwn(people, String(key)) ? people[String(key)] : null;
    return { state: "completed", outputs: { found: found ?? null } };
  },
};

async function open() {
  const api = await openWithSkills(new Map([["remembers", remembers]]));
  close = api.close;
  const turn = async (body: JsonObject) =>
    (await api.post<JsonObject>("/v1/skills/remembers/invoke", body)).body;
  return { api, turn };
}

test("S33: memory is found by its key, and by nothing that is only like it", async () => {
  const { api, turn } = await open();
  for (const [key, found] of [
    ["ada", "Lovelace"],
    ["adah", null],
    ["Ada", null],
  ] as const) {
    const context_id = `c-${key}`;
    const { resume_token = "" } = await turn({ context_id, inputs: {} });
    const ended = await turn({ context_id, resume_token, inputs: { key } });
    expect(ended).toMatchObject({ state: "completed", outputs: { found } });
  }
  // Nowhere could one ask for what is similar, and no column could answer it.
  type Described = { paths: Record<string, JsonObject> };
  const { paths } = (await api.get<Described>("/openapi.json")).body;
  const memory = Object.entries(paths).filter(([path]) => path.startsWith("/v1/contexts"));
  expect(memory.length).toBeGreaterThanOrEqual(3);
  expect(JSON.stringify(memory)).not.toMatch(/vector|embedding|similar/i);
  const tables = [...SQLITE, ...POSTGRES].map(({ up }) => up).join("\n");
  expect(tables).toContain("agent_pocket_facts");
  expect(tables).not.toMatch(/vector|embedding|create extension|create virtual table/i);
});

test("S34: no address becomes a WebSocket, and who polls sees a run move on", async () => {
  const { api, turn } = await open();
  const server = createHttpServer(api.app);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const { port } = server.address() as AddressInfo;
    const first = await turn({ context_id: "c", inputs: {} });
    for (const path of ["/", "/v1/contexts/c", "/v1/skills", "/v1/sessions/s/events/stream"]) {
      const status = await upgraded(port, path);
      expect([path, status]).toEqual([path, expect.stringMatching(/^HTTP\/1\.1 [2345]\d\d /)]);
    }
    const poll = async () => (await api.get("/v1/contexts/c")).body;
    expect(await poll()).toMatchObject({ state: "input_required", version: 1 });
    await turn({ context_id: "c", resume_token: first.resume_token ?? "", inputs: { key: "ada" } });
    expect(await poll()).toMatchObject({ state: "completed", version: 2 });
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

/** The first line of what the server says to who asks for a WebSocket. */
async function upgraded(port: number, path: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(
    [
      `GET ${path} HTTP/1.1`,
      "Host: localhost",
      "Authorization: Bearer cap_owner",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      "\r\n",
    ].join("\r\n"),
  );
  const [data] = await once(socket, "data");
  socket.destroy();
  return String(data).split("\r\n", 1)[0] ?? "";
}

import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openDatabase } from "../../src/stores/sqlite/database.ts";
import { migrate } from "../../src/stores/sqlite/migrate.ts";
import { MIGRATIONS } from "../../src/stores/sqlite/migrations.ts";
import { startLive } from "../live-server.ts";

const KEPT = join(import.meta.dirname, "../kept");
const versions = readdirSync(KEPT).filter((name) => statSync(join(KEPT, name)).isDirectory());

let stop = async () => {};
afterEach(() => stop());

/** As the last version wrote it that kept packs in a table of their own. */
function addPackRow(home: string): void {
  const db = openDatabase(join(home, "capstan.db"));
  migrate(
    db,
    MIGRATIONS.filter(({ id }) => id < "0031"),
  );
  db.exec(`insert into packs (id, name, description, path, wanted_entry_doc, entry_doc,
      has_tools_json, digest, allowed_tools, warnings, added_by, added_at, updated_at)
    values ('kept-pack', 'kept-pack', 'Kept.', '/packs/kept', null, 'docs/start.md', 0,
      'sha256:kept', '["Read"]', '[]', 'prn_owner', '2026-01-01', '2026-01-01')`);
  db.close();
}

type Listed<T> = { items: T[]; total: number };

test("there is a home of every version from 0.1.0 on", () => {
  expect(versions).toContain("0.1.0");
});

describe.each(versions)("a home of %s", (version) => {
  async function open(prepare = (_: string) => {}) {
    const home = mkdtempSync(join(tmpdir(), "capstan-kept-"));
    cpSync(join(KEPT, version), home, { recursive: true });
    prepare(home);
    const live = await startLive({
      home,
      env: { CAPSTAN_API_KEY: "kept-key", CAPSTAN_ADMIN_KEY: "kept-admin-key" },
      steps: Array.from({ length: 6 }, () => ({ text: "Deleted." })),
    });
    stop = async () => {
      await live.stop();
      rmSync(home, { recursive: true, force: true });
    };
    return live;
  }

  test("X22: is opened: its conversation, its files and its audit trail are all there", async () => {
    const live = await open();
    const { body: sessions } = await live.call<Listed<{ id: string; title: string }>>(
      "GET",
      "/v1/sessions",
    );
    const kept = sessions.items.find(({ title }) => title === "Kept");
    expect(kept).toMatchObject({ state: "input_required", turn: 3 });
    const id = kept?.id;
    const { body: messages } = await live.call<Listed<{ content: string }>>(
      "GET",
      `/v1/sessions/${id}/messages`,
    );
    expect(messages.items.map(({ content }) => content)).toContain("It is 42.");
    const file = await fetch(`${live.url}/v1/sessions/${id}/files/notes/a.txt`, {
      headers: { authorization: "Bearer kept-key" },
    });
    expect(await file.text()).toBe("kept");
    expect((await live.call("GET", "/v1/audit/verify")).body).toMatchObject({ ok: true });
    expect((await live.call("GET", "/v1/capabilities/ext:kept")).status).toBe(200);
    expect((await live.call("GET", "/v1/secrets")).body).toMatchObject({
      items: [{ name: "KEPT" }],
    });
  });

  test("F15: its history names the same people, by ids that find all they did", async () => {
    const live = await open();
    type Known = { id: string; name: string };
    const asAdmin = <T>(path: string) =>
      live.call<Listed<T>>("GET", path, undefined, "kept-admin-key");
    const { body: people } = await asAdmin<Known>("/v1/principals");
    const { body: before } = await live.call<Listed<{ actor: Known; type: string }>>(
      "GET",
      "/v1/audit?limit=500",
    );
    const byId = new Map(people.items.map(({ id, name }) => [id, name]));
    for (const { actor } of before.items) {
      expect(actor).toEqual({ id: actor.id, name: byId.get(actor.id) ?? "system" });
    }
    expect(new Set(before.items.map(({ actor }) => actor.id))).toContain("prn_owner");
    // By id and by the name of the records: the same ones.
    const { body: byName } = await live.call<Listed<unknown>>("GET", "/v1/audit?actor=owner");
    const { body: found } = await live.call<Listed<unknown>>("GET", "/v1/audit?actor=prn_owner");
    expect(found.total).toBe(byName.total);
    expect(found.total).toBeGreaterThan(0);
    const { body: tokens } = await asAdmin<{ name: string; principal_id: string }>("/v1/tokens");
    for (const { name, principal_id: id } of tokens.items) expect(byId.get(id)).toBe(name);
    expect((await live.call("GET", "/v1/audit/verify")).body).toMatchObject({ ok: true });
  });

  test("S12: what waited in it is answered, and its turn goes on", async () => {
    const live = await open();
    const { body } = await live.call<Listed<{ id: string; tool_id: string }>>(
      "GET",
      "/v1/approvals?state=pending",
    );
    const asked = body.items.find(({ tool_id }) => tool_id.endsWith(":delete_file"));
    const run = await live.call<{ approval: { state: string }; outcome: { state: string } }>(
      "POST",
      `/v1/approvals/${asked?.id}/run?wait_ms=5000`,
    );
    expect(run.status).toBe(200);
    // Used where the tool is the same; where its code has changed since, it is asked about anew.
    expect(["used", "superseded"]).toContain(run.body.approval.state);
    const { body: after } = await live.call<Listed<{ state: string }>>("GET", "/v1/sessions");
    expect(after.items.map(({ state }) => state)).not.toContain("in_progress");
  });

  test("P1: a pack that was added to it is there, as it was added", async () => {
    const live = await open(addPackRow);
    const { body } = await live.call<Listed<unknown>>("GET", "/v1/packs?search=kept");
    expect(body.items).toMatchObject([
      {
        ...{
          id: "kept-pack",
          name: "kept-pack",
          digest: "sha256:kept",
          entry_doc: "docs/start.md",
        },
        ...{ allowed_tools: ["Read"], has_tools_json: false, path: "/packs/kept" },
        added_by: { id: "prn_owner" },
      },
    ]);
    const { body: capability } = await live.call("GET", "/v1/capabilities/pack:kept-pack");
    expect(capability).toMatchObject({ status: "available" });
  });

  // 0.1.0 remembered none.
  if (version === "0.1.0") return;
  test("X8: answers that were remembered in it are still listed", async () => {
    const live = await open();
    const { body } = await live.call<Listed<{ tool_id: string; state: string }>>(
      "GET",
      "/v1/grants",
    );
    expect(body.items).toMatchObject([
      { tool_id: "builtin:session_file_system:delete_file", scope: "always" },
    ]);
    const { body: approvals } = await live.call<Listed<{ tool_id: string }>>(
      "GET",
      "/v1/approvals?state=pending",
    );
    expect(approvals.items.map(({ tool_id }) => tool_id)).toContain("ext:kept:order");
  });
});

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTree } from "../../../src/features/bundles/testing/make-tree.ts";
import { cpuMs } from "../../cpu-ms.ts";
import {
  type Asked,
  helloTree,
  install,
  newFolder,
  openHome,
  openHub,
  packFolder,
} from "./hub-homes.ts";

const WELL_KNOWN = ".well-known/agent-skills";

/** A hub with one published pack, read as a folder by another home. */
async function openPair() {
  const hub = await openHub();
  const published = await hub.publish(packFolder());
  expect(published.status, JSON.stringify(published.body)).toBe(201);
  const home = await openHome({ hubs: [{ url: hub.folder, key: hub.key }] });
  return { hub, home };
}

test("A99: who only approves cannot pin a key, an agent may only ask, and nothing is remembered for all", async () => {
  const { home } = await openPair();
  const asked = await home.post<Asked>("/v1/hub/install", { name: "acme/notes" }, { as: "agent" });
  expect(asked.body).toMatchObject({ state: "input_required", item: { trust: "first" } });
  const [id] = asked.body.input_request?.approval_ids ?? [];
  expect(await home.get(`/v1/approvals/${id}`)).toMatchObject({
    body: {
      level: "admin",
      tool_id: "builtin:hub:install",
      inputs: {
        name: "acme/notes",
        version: "1.0.0",
        digest: asked.body.item.digest,
        fingerprint: asked.body.item.fingerprint,
      },
      preview: { item: "acme/notes@1.0.0", key: expect.stringContaining("pins") },
    },
  });
  expect(await home.post(`/v1/approvals/${id}/run`, {})).toMatchObject({ status: 403 });
  const always = { remember: { scope: "always", match: "tool" } };
  expect(await home.post(`/v1/approvals/${id}/run`, always, { as: "admin" })).toMatchObject({
    status: 403,
    body: { code: "GRANT_REFUSED" },
  });
  expect((await home.get<{ total: number }>("/v1/hub/installed")).body.total).toBe(0);
  // Without the fingerprint nobody is asked to pin, and nothing is installed.
  const { fingerprint: _, ...inputs } = {
    fingerprint: "",
    name: "acme/notes",
    version: "1.0.0",
    digest: asked.body.item.digest,
  };
  const sly = await home.post<Asked>("/v1/tools/builtin:hub:install/invoke", { inputs });
  const [other] = sly.body.input_request?.approval_ids ?? [];
  expect(await home.post(`/v1/approvals/${other}/run`, {})).toMatchObject({
    body: {
      outcome: {
        state: "failed",
        error: { message: expect.stringContaining("is not pinned yet") },
      },
    },
  });
  expect((await home.get<{ total: number }>("/v1/hub/installed")).body.total).toBe(0);
  expect(await home.post(`/v1/approvals/${id}/run`, {}, { as: "admin" })).toMatchObject({
    body: { outcome: { state: "completed" } },
  });
  expect(await home.audited()).toEqual(
    expect.arrayContaining(["hub.pinned", "hub.installed", "pack.added"]),
  );
  expect(await home.get("/v1/hub/keys")).toMatchObject({
    body: { publishers: [{ publisher: "acme", pinned_by: { id: "prn_admin", name: "admin" } }] },
  });
});

test("A99: under the profile auto an install is asked about all the same", async () => {
  const { hub } = await openPair();
  const home = await openHome(
    { hubs: [{ url: hub.folder, key: hub.key }] },
    { profile: "auto", permissions: { allow: ["builtin:hub:*"] } },
  );
  expect((await home.post<Asked>("/v1/hub/install", { name: "notes" })).body.state).toBe(
    "input_required",
  );
});

test("A33, A53: a tampered archive, an index that was rolled back, expired or signed by another is refused in words, and nothing changes", async () => {
  const { hub, home } = await openPair();
  await install(home, "acme/notes");
  const index = join(hub.folder, WELL_KNOWN, "index.json");
  const old = readFileSync(index);
  await hub.publish(packFolder("1.1.0", "Read this, too."));
  const newer = readFileSync(index);
  const archives = join(hub.folder, WELL_KNOWN, "archives");
  const kept = new Map(
    readdirSync(archives).map((file) => [file, readFileSync(join(archives, file))]),
  );
  for (const file of kept.keys()) writeFileSync(join(archives, file), "something else");
  expect(await home.post("/v1/hub/install", { name: "acme/notes" })).toMatchObject({
    status: 422,
    body: { code: "HUB_DIGEST_WRONG", message: expect.stringMatching(/digest|changed/) },
  });
  for (const [file, bytes] of kept) writeFileSync(join(archives, file), bytes);

  writeFileSync(index, old);
  const rolledBack = await home.post<{ hubs: { error: { message: string } }[] }>(
    "/v1/hub/sync",
    {},
  );
  expect(rolledBack.body.hubs).toMatchObject([
    { changed: false, error: { code: "HUB_ROLLED_BACK" } },
  ]);
  expect(await home.post("/v1/hub/install", { name: "acme/notes" })).toMatchObject({
    status: 409,
    body: { code: "HUB_ROLLED_BACK" },
  });

  const other = await openHub("acme");
  await other.publish(packFolder("9.0.0"));
  writeFileSync(index, readFileSync(join(other.folder, WELL_KNOWN, "index.json")));
  expect((await home.post<{ hubs: object[] }>("/v1/hub/sync", {})).body.hubs).toMatchObject([
    { error: { code: expect.stringMatching(/^HUB_(?:KEY_CHANGED|SIGNATURE_WRONG)$/) } },
  ]);

  writeFileSync(index, newer);
  home.clock.advance(90 * 24 * 3_600_000);
  expect((await home.post<{ hubs: object[] }>("/v1/hub/sync", {})).body.hubs).toMatchObject([
    { error: { code: "HUB_EXPIRED", message: expect.stringMatching(/\./) } },
  ]);
  expect(await home.get("/v1/hub/installed/acme/notes")).toMatchObject({
    body: { version: "1.0.0", withdrawn: null, problem: null },
  });
  expect(await home.audited()).toContain("hub.refused");
});

test("two publishers of one name are told apart, and a name that somebody has is never taken over", async () => {
  const [one, two] = [await openHub("acme"), await openHub("beta")];
  for (const hub of [one, two]) await hub.publish(makeTree(helloTree()));
  const home = await openHome({
    hubs: [one, two].map(({ folder, key }) => ({ url: folder, key })),
  });
  expect(await home.post("/v1/hub/install", { name: "hello" })).toMatchObject({
    status: 409,
    body: {
      code: "HUB_NAME_AMBIGUOUS",
      message: expect.stringMatching(/acme\/hello.*beta\/hello/),
    },
  });
  await install(home, "acme/hello");
  expect(await home.post("/v1/hub/install", { name: "beta/hello" })).toMatchObject({
    status: 409,
    body: { code: "STATE_CONFLICT", message: expect.stringContaining("skill:hello") },
  });
  expect(await home.get("/v1/hub/installed/beta/hello")).toMatchObject({ status: 404 });
  expect(await home.request("DELETE", "/v1/hub/installed/hello")).toMatchObject({ status: 403 });
  expect(await home.request("DELETE", "/v1/hub/installed/hello", { as: "admin" })).toMatchObject({
    body: { id: "acme/hello", removed: true },
  });
  expect((await install(home, "beta/hello")).outputs).toMatchObject({
    capability_id: "skill:hello",
  });
});

test("hub verify says what is not what the lock says", async () => {
  const { home } = await openPair();
  await install(home, "acme/notes");
  expect(await home.post("/v1/hub/verify", {})).toMatchObject({
    body: { ok: true, items: [{ state: "same" }] },
  });
  const { body: lock } = await home.get<{ installs: { digest: string }[] }>("/v1/hub/lock");
  const other = {
    ...lock,
    installs: lock.installs.map((one) => ({ ...one, digest: `sha256:${"0".repeat(64)}` })),
  };
  expect(await home.post("/v1/hub/verify", { lock: other })).toMatchObject({
    body: { ok: false, items: [{ state: "changed" }] },
  });
  expect(await home.post("/v1/hub/verify", { lock: { ...lock, installs: [] } })).toMatchObject({
    body: { ok: false, items: [{ state: "not_locked" }] },
  });
  // By hand: another version, another key, and what is no lock any more.
  const file = join(home.home, "capstan-lock.json");
  const text = readFileSync(file, "utf8");
  for (const edited of [
    text.replace("1.0.0", "9.9.9"),
    text.replace(/(?<=print": ")..../, "zzzz"),
  ]) {
    writeFileSync(file, edited);
    expect(await home.post("/v1/hub/verify", {})).toMatchObject({
      body: { ok: false, items: [{ state: "changed" }] },
    });
  }
  writeFileSync(file, text.slice(1));
  expect(await home.post("/v1/hub/verify", {})).toMatchObject({
    body: { code: "HUB_INVALID", message: expect.stringContaining(file) },
  });
  writeFileSync(file, text);
  await home.request("DELETE", "/v1/packs/notes");
  expect(await home.post("/v1/hub/verify", {})).toMatchObject({
    body: { ok: false, items: [{ state: "missing" }] },
  });
});

test("Capstan serves its own hub: with a key, or to everyone where the owner said so, and nothing beside it", async () => {
  const { hub } = await openPair();
  writeFileSync(join(hub.folder, WELL_KNOWN, "secret.txt"), "no");
  const closed = await openHome({ hub: { folder: hub.folder } });
  const opened = await openHome({ hub: { folder: hub.folder, public: true } });
  const none = await openHome();
  const index = `/${WELL_KNOWN}/index.json`;
  expect((await closed.get(index, { as: null })).status).toBe(401);
  expect((await closed.get(index)).status).toBe(200);
  expect((await none.get(index)).status).toBe(404);
  const answer = await opened.get<{ skills: { url: string }[] }>(index, { as: null });
  expect(answer.body.skills).toHaveLength(1);
  const etag = answer.headers.get("etag") ?? "";
  expect((await opened.get(index, { as: null, headers: { "if-none-match": etag } })).status).toBe(
    304,
  );
  for (const path of [
    "secret.txt",
    "archives%2f..%2f..%2fsecret.txt",
    "versions/x.json",
    "index.json.new",
  ]) {
    expect((await opened.get(`/${WELL_KNOWN}/${path}`, { as: null })).status).not.toBe(200);
  }
});

test("I2, I49: publishing refuses what fails its check, another publisher's name, and a version that is too low", async () => {
  const hub = await openHub();
  const folder = makeTree(helloTree());
  expect(await hub.publish(folder)).toMatchObject({
    status: 201,
    body: { tested: 1, not_run: ["Nothing was run: it has no examples.json."] },
  });
  // Code that cannot be read is noticed without an example that runs it.
  makeTree({ "impl.mjs": "export const run = ( => ({});\n" }, folder);
  expect(await hub.publish(folder)).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/not published\. impl\.mjs cannot be read as code/) },
  });
  makeTree(helloTree(), folder);
  // The same again changes nothing; other content needs another version.
  expect((await hub.publish(folder)).status).toBe(201);
  makeTree(helloTree("1.0.0", "other"), folder);
  expect(await hub.publish(folder)).toMatchObject({ body: { code: "HUB_VERSION_TAKEN" } });
  makeTree(helloTree("1.0.1"), folder);
  expect(await hub.publish(folder, { publisher: "eve" })).toMatchObject({
    body: { code: "HUB_NAME_TAKEN" },
  });
  makeTree({ "SKILL.md": "no front matter" }, folder);
  expect(await hub.publish(folder)).toMatchObject({
    status: 422,
    body: { code: "CAPABILITY_INVALID", message: expect.stringContaining("not published") },
  });
  expect(
    await hub.publisher.post("/v1/hub/publish", { folder, to: "https://hub.example" }),
  ).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining("folder") },
  });
});

test("a thousand entries are searched in a moment, and come in pages", async () => {
  const folder = newFolder("many");
  const digest = `sha256:${"0".repeat(64)}`;
  const skills = Array.from({ length: 1_000 }, (_, at) => ({
    name: `entry-${at}`,
    type: "archive",
    description: `Does the thing number ${at} with words to search.`,
    url: `archives/${at}.zip`,
    digest,
  }));
  const schema = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
  makeTree({ [`${WELL_KNOWN}/index.json`]: JSON.stringify({ $schema: schema, skills }) }, folder);
  const home = await openHome({ hubs: [{ url: folder }] });
  const all = await home.get<{ items: object[]; total: number }>("/v1/hub/search?limit=60");
  expect(all.body).toMatchObject({ total: 1_000 });
  expect(all.body.items).toHaveLength(60);
  const started = cpuMs();
  for (let at = 0; at < 10; at++) {
    const found = await home.get<{ items: { name: string }[] }>("/v1/hub/search?q=number+777");
    expect(found.body.items[0]).toMatchObject({ name: "entry-777", publisher: null });
  }
  // Aim: 20 ms each.
  expect((cpuMs() - started) / 10).toBeLessThan(100);
});

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  CALL,
  hubTools,
  makeHub,
  readPack,
  serveFolder,
  temporary,
} from "../../../../test/hub-tools.ts";
import { readTree } from "../../bundles/testing/read-tree.ts";
import { HUB_FOLDER } from "./hub-files.ts";
import { newSecret, signerOf } from "./keys.ts";

test("I47: what is published is served as static files, fetched, updated and withdrawn", async () => {
  const { hub, source, publish, publisher, hubSigner, acme, clock } = await makeHub();
  const server = await serveFolder(hub);
  const { client } = hubTools([server.host], { clock });
  for (const url of [hub, `file://${hub}`, server.url]) {
    const read = await client.readHub({ ...source, url }, null, CALL);
    const fetched = await client.fetchVersion(read, { name: "greeter" }, null, CALL);
    expect(fetched).toMatchObject({ trust: "first", pin: { publisher: "acme", key: acme.key } });
    expect(fetched.fingerprint).toMatch(/^(?:[0-9a-f]{4} ){9}[0-9a-f]{4}$/);
    expect(fetched.read.bundle).toEqual(readPack("1.0.0").bundle);
  }
  const first = await client.readHub({ ...source, url: server.url }, null, CALL);
  const { pin } = await client.fetchVersion(first, { name: "greeter" }, null, CALL);

  expect(await publish(readPack("1.0.1", "Say hello twice."))).toMatchObject({
    identity: "acme/greeter@1.0.1",
    serial: 3,
  });
  const second = await client.readHub({ ...source, url: server.url }, first.known, CALL);
  expect(second.changed).toBe(true);
  const update = await client.fetchVersion(second, { name: "greeter" }, pin, CALL);
  expect(update).toMatchObject({ trust: "pinned", version: { version: "1.0.1" } });

  await publisher.withdraw({ hub, hubSigner, name: "greeter", version: "1.0.1", reason: "Rude." });
  const third = await client.readHub({ ...source, url: server.url }, second.known, CALL);
  await expect(
    client.fetchVersion(third, { name: "greeter", version: "1.0.1" }, pin, CALL),
  ).rejects.toMatchObject({
    code: "HUB_VERSION_WITHDRAWN",
    message: expect.stringMatching(/Rude\./),
  });
  const before = await client.fetchVersion(third, { name: "greeter" }, pin, CALL);
  expect(before.version.version).toBe("1.0.0");

  await publisher.withdraw({ hub, hubSigner, name: "greeter", reason: "All of it." });
  const last = await client.readHub({ ...source, url: server.url }, third.known, CALL);
  expect(client.search([last], "greeter")).toEqual([]);
  await expect(client.fetchVersion(last, { name: "greeter" }, pin, CALL)).rejects.toMatchObject({
    code: "HUB_VERSION_WITHDRAWN",
    message: expect.stringMatching(/Every version of "greeter" was withdrawn: All of it\./),
  });
});

test("to look at an unchanged index is one request", async () => {
  const { hub, source, clock } = await makeHub();
  const server = await serveFolder(hub);
  const { client } = hubTools([server.host], { clock });
  const first = await client.readHub({ ...source, url: server.url }, null, CALL);
  expect(first.changed).toBe(true);
  server.asked.length = 0;
  const second = await client.readHub(first.source, first.known, CALL);
  expect(second).toMatchObject({ changed: false, known: first.known });
  expect(server.asked).toEqual([`/${HUB_FOLDER}/index.json`]);
  expect((await client.readHub(source, { ...first.known, of: source }, CALL)).changed).toBe(false);
});

test("a private address is reached by the owner's leave alone", async () => {
  const { hub, source } = await makeHub();
  const server = await serveFolder(hub);
  const { client } = hubTools();
  await expect(client.readHub({ ...source, url: server.url }, null, CALL)).rejects.toMatchObject({
    code: "HOST_REFUSED",
  });
});

test("I2: a name is given once, whatever its spelling", async () => {
  const { publish } = await makeHub();
  const other = signerOf(newSecret());
  await expect(publish(readPack("9.0.0"), "evil", other)).rejects.toMatchObject({
    code: "HUB_NAME_TAKEN",
    message: expect.stringMatching(/"greeter" is taken in "test-hub", by "acme"/),
  });
  const near = { "SKILL.md": "---\nname: g.reeter\nversion: 1.0.0\ndescription: x\n---\n" };
  await publish(readTree(near), "evil", other);
  const nearer = { "SKILL.md": "---\nname: g-reeter\nversion: 1.0.0\ndescription: x\n---\n" };
  await expect(publish(readTree(nearer))).rejects.toMatchObject({ code: "HUB_NAME_TAKEN" });
});

test("a version is published once; the same again changes nothing", async () => {
  const { publish, publisher, hub, hubSigner, indexPath } = await makeHub();
  const index = readFileSync(indexPath, "utf8");
  expect(await publish()).toMatchObject({ serial: 2 });
  expect(readFileSync(indexPath, "utf8")).toBe(index);
  await expect(publish(readPack("1.0.0", "Other words."))).rejects.toMatchObject({
    code: "HUB_VERSION_TAKEN",
    message: expect.stringMatching(/other content/),
  });
  await publisher.withdraw({ hub, hubSigner, name: "greeter", reason: "x" });
  await expect(publish()).rejects.toMatchObject({ code: "HUB_VERSION_TAKEN" });
});

const TOOLS = (name: string) => ({
  "tools.json": JSON.stringify({
    tools: [
      {
        name,
        description: "Lists.",
        inputSchema: { type: "object" },
        exec: { command: "ls", args: [] },
      },
    ],
  }),
});

test("I49, X25: a version moves as far as its actions changed", async () => {
  const { publish } = await makeHub();
  await expect(publish(readPack("1.0.1", "x", TOOLS("list")))).rejects.toMatchObject({
    code: "VERSION_TOO_LOW",
    message: expect.stringMatching(
      /MINOR \("list" is new\): the version after 1\.0\.0 is 1\.1\.0 at least/,
    ),
  });
  const added = await publish(readPack("1.1.0", "x", TOOLS("list")));
  expect(added.changes).toEqual(['"list" is new']);
  await expect(publish(readPack("1.2.0", "x", TOOLS("show")))).rejects.toMatchObject({
    code: "VERSION_TOO_LOW",
    message: expect.stringMatching(/MAJOR/),
  });
  await expect(publish(readPack("1.0.9"))).rejects.toMatchObject({ code: "VERSION_TOO_LOW" });
});

test("what says no version, or no name that can be listed, is refused", async () => {
  const { publish } = await makeHub();
  const tree = { "SKILL.md": "---\nname: bare\ndescription: x\n---\n" };
  await expect(publish(readTree(tree))).rejects.toMatchObject({
    message: expect.stringMatching(/says no version/),
  });
  await expect(publish(readPack("2.0.0"), "Evil Inc")).rejects.toMatchObject({
    message: expect.stringMatching(/no name of a publisher/),
  });
});

test("two who publish at once: one does, the other is told to wait", async () => {
  const { publish, tools, hub } = await makeHub();
  const release = tools.lock(join(hub, ".capstan-hub-lock"));
  await expect(publish(readPack("1.0.1"))).rejects.toMatchObject({ code: "HUB_BUSY" });
  release();
  expect(await publish(readPack("1.0.1"))).toMatchObject({ serial: 3 });
});

test("who is cut off in the middle leaves the index as it was", async () => {
  const { publish, hub, client, source, indexPath } = await makeHub();
  const before = readFileSync(indexPath, "utf8");
  // Where the next index is written first: the disk is full, say.
  mkdirSync(`${indexPath}.new`);
  await expect(publish(readPack("1.0.1"))).rejects.toThrow();
  expect(readFileSync(indexPath, "utf8")).toBe(before);
  const read = await client.readHub(source, null, CALL);
  expect((await client.fetchVersion(read, { name: "greeter" }, null, CALL)).version.version).toBe(
    "1.0.0",
  );
  rmSync(`${indexPath}.new`, { recursive: true });
  writeFileSync(`${indexPath}.new`, "half of an ind");
  expect(await publish(readPack("1.0.1"))).toMatchObject({ serial: 3 });
  expect(existsSync(join(hub, HUB_FOLDER, "index.json.new"))).toBe(false);
});

test("a folder is made a hub once, and without one nothing is published", async () => {
  const { publisher, hub, hubSigner, acme } = await makeHub();
  const named = { name: "test-hub", hubSigner };
  await expect(publisher.init({ hub, ...named })).rejects.toMatchObject({ code: "HUB_NAME_TAKEN" });
  const nowhere = { hub: temporary(), hubSigner, publisher: "acme", publisherSigner: acme };
  await expect(publisher.publish({ ...nowhere, read: readPack("1.0.0") })).rejects.toMatchObject({
    message: expect.stringMatching(/capstan hub init/),
  });
});

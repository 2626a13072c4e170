import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { emptySchema } from "../../rig/shared-postgres.ts";
import { createFleet } from "./fleet.ts";
import type { Member } from "./member.ts";
import { eventually } from "./witness-session.ts";

const ASK = "/v1/tools/builtin:witness:append/invoke";
const SEALS = /^commit audit\.seal: (before|after)$/;

/** Hears deliveries by their id. Told to be deaf, it takes those about approvals and never answers. */
async function openReceiver() {
  const heard: string[] = [];
  const checkpoints: string[] = [];
  let isDeaf = false;
  const server = createServer(async (request, response) => {
    const { type } = JSON.parse(await text(request)) as { type: string };
    const isCheckpoint = type === "audit.checkpoint";
    (isCheckpoint ? checkpoints : heard).push(String(request.headers["webhook-id"]));
    if (!isDeaf || isCheckpoint) response.writeHead(204).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    heard,
    checkpoints,
    webhook: { url: `http://127.0.0.1:${port}/`, secret: "a signing key" },
    beDeaf: (deaf: boolean) => (isDeaf = deaf),
  };
}

/** Each question is one delivery. */
const ask = (server: Member) => server.ask("POST", ASK, { inputs: { line: "x" } });

const seals = (server: Member) =>
  Map.groupBy(server.points(), (point) => SEALS.exec(point)?.[1] ?? "other");

test("F09: one server delivers and seals; the other follows within 10 s of its death", async () => {
  const { heard, checkpoints, webhook, beDeaf } = await openReceiver();
  const fleet = createFleet({
    database: await emptySchema(),
    steps: [],
    settings: { webhook },
    env: { VICTIM_NOTES_SEALS: "1" },
  });
  try {
    const [first, second] = [fleet.server(), fleet.server()];
    await first.start();
    await second.start();
    for (let round = 0; round < 3; round++) await Promise.all([ask(first), ask(second)]);
    await eventually("all are heard", 20_000, () => heard.length >= 6);
    // Time enough for the other to send them again.
    await delay(3_000);
    expect(new Set(heard).size).toBe(6);
    expect(heard).toHaveLength(6);
    expect(new Set(checkpoints).size).toBe(checkpoints.length);
    expect(seals(second).get("before")).toBeUndefined();
    expect(seals(first).get("before")?.length).toBeGreaterThan(0);
    // No checkpoint was refused because another process had taken its number.
    expect(seals(first).get("after")?.length).toBe(seals(first).get("before")?.length);

    beDeaf(true);
    await ask(second);
    await eventually("it is under way", 20_000, () => heard.length === 7);
    await first.kill();
    beDeaf(false);
    const tookMs = await eventually("the other delivers", 10_000, () => heard.length >= 8);
    process.stdout.write(`kept house ${tookMs.toFixed(0)} ms after the kill\n`);
    expect(heard[7]).toBe(heard[6]);
    await ask(second);
    await eventually(
      "the other seals",
      10_000,
      () => (seals(second).get("after") ?? []).length > 0,
    );
    await delay(2_000);
    expect(heard).toHaveLength(9);
    expect(seals(second).get("after")?.length).toBe(seals(second).get("before")?.length);
    expect(await second.ask("GET", "/v1/audit/verify")).toMatchObject({ ok: true });
  } finally {
    await fleet.close();
  }
}, 120_000);

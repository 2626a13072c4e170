import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Harness, OWNER, openHarness } from "../../test/harness.ts";
import { answerApproval } from "../engine/sessions/answer-approval.ts";
import { deliverAnnouncements, waitAfter } from "./deliver-announcements.ts";

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

let harness: Harness;
let receiver: Server;
let received: Received[];
let answers: number[];
let webhook: { url: string; secret: string };

beforeEach(async () => {
  received = [];
  answers = [];
  receiver = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(answers.shift() ?? 204).end();
  });
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  webhook = { url: `http://127.0.0.1:${port}/hook`, secret: "a signing key" };
  harness = await openHarness({ settings: { webhook } });
});
afterEach(async () => {
  await harness.close();
  receiver.closeAllConnections();
  receiver.close();
});

const deliver = () => deliverAnnouncements(harness.gate, webhook);
const due = async () => harness.store.deliveries.listDue("2999-01-01T00:00:00.000Z");
const told = () => received.map(({ body }) => JSON.parse(body));

async function ask() {
  await harness.invoke("builtin:witness:append", { line: "private" });
  const [approval] = await harness.pending();
  if (!approval) throw new Error("Nothing was asked.");
  return approval;
}

describe("the webhook", () => {
  test("A122: is told of a checkpoint, at most once a minute", async () => {
    const { auditor } = harness.gate;
    for (const ms of [0, 30_000, 40_000]) {
      harness.clock.advance(ms);
      await harness.invoke("builtin:test_math:add", { a: 1, b: 2 });
      await auditor.seal();
    }
    const third = await harness.store.audit.lastCheckpoint();
    await deliver();
    expect(told()).toMatchObject([
      { type: "audit.checkpoint", data: { sequence: 1 } },
      { type: "audit.checkpoint", data: { ...third, sequence: 3 } },
    ]);
    expect(await auditor.verify([told()[1].data])).toMatchObject({ ok: true });
  });

  test("X6: is told when an approval is asked for and when it is answered, without the inputs", async () => {
    const approval = await ask();
    await deliver();
    await answerApproval(harness.engine, approval.id, { type: "run" }, OWNER);
    await deliver();
    expect(told()).toMatchObject([
      { type: "approval.requested", data: { approval_id: approval.id, state: "pending" } },
      {
        type: "approval.answered",
        data: { state: "approved", answered_by: { id: "prn_owner", name: "owner" } },
      },
    ]);
    expect(JSON.stringify(told())).not.toContain("private");
    expect(await due()).toEqual([]);
  });

  test("can check the signature over id, time and body", async () => {
    await ask();
    await deliver();
    const [{ headers, body }] = received as [Received];
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const expected = createHmac("sha256", webhook.secret).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${expected}`);
  });

  test("that fails is tried again later, with the same id, until it is taken", async () => {
    answers = [500, 301];
    await ask();
    await deliver();
    await deliver();
    expect(received).toHaveLength(1);
    harness.clock.advance(waitAfter(1));
    await deliver();
    harness.clock.advance(waitAfter(2));
    await deliver();
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await due()).toEqual([]);
  });

  test("that nobody answers does not hold up the call, and what is due is stored", async () => {
    receiver.close();
    receiver.closeAllConnections();
    await ask();
    await deliver();
    expect(await due()).toMatchObject([{ type: "approval.requested", attempts: 1 }]);
  });
});

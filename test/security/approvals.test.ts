import { afterEach, describe, expect, test } from "vitest";
import { answerApproval } from "../../src/engine/sessions/answer-approval.ts";
import { invoke, resume } from "../../src/gate/invoke.ts";
import { type Api, openApi } from "../open-api.ts";

let api: Api;
afterEach(() => api.close());

const APPEND = "builtin:witness:append";

/** A call that waits for its approval. */
async function asked(inputs: { line: string } = { line: "x" }) {
  api = await openApi();
  const outcome = await api.invoke(APPEND, inputs);
  const [approval] = await api.pending();
  if (!approval) throw new Error("Nothing was asked.");
  return { outcome, approval };
}

const run = (id: string) => api.post(`/v1/approvals/${id}/run`);

describe("A97: an approval is good for one run", () => {
  test("A97: run again, it answers what the first run answered, and runs nothing", async () => {
    const { approval } = await asked();
    const first = await run(approval.id);
    const second = await run(approval.id);
    expect(second.body).toEqual(first.body);
    expect(api.lines()).toHaveLength(1);
  });

  test("A97: the same call made again asks again", async () => {
    const { approval } = await asked();
    await run(approval.id);
    expect((await api.invoke(APPEND, { line: "x" })).state).toBe("input_required");
    expect(api.lines()).toHaveLength(1);
  });

  test("A97: it is worth nothing for the same call of another session", async () => {
    const { approval } = await asked();
    await run(approval.id);
    const { id } = await api.openSession();
    const other = await api.invoke(APPEND, { line: "x" }, { sessionId: id });
    expect(other.state).toBe("input_required");
    expect(api.lines()).toHaveLength(1);
  });

  test("A97: after it has expired it runs nothing", async () => {
    const { approval } = await asked();
    api.clock.advance(86_400_000);
    expect(await run(approval.id)).toMatchObject({
      status: 409,
      body: { code: "APPROVAL_NOT_PENDING" },
    });
    expect(api.lines()).toEqual([]);
  });
});

describe("A98: what was approved is what runs", () => {
  test("A98: changing the object that was passed in changes nothing", async () => {
    const inputs = { line: "harmless" };
    const { approval } = await asked(inputs);
    inputs.line = "harmful";
    await run(approval.id);
    expect(api.lines()).toEqual([expect.stringContaining("harmless")]);
  });

  test("A98: an input that changes each time it is read is read once", async () => {
    api = await openApi();
    let reads = 0;
    const inputs = {
      get line() {
        reads += 1;
        return reads === 1 ? "harmless" : "harmful";
      },
    };
    const { body } = await api.post<{ input_request: { approval_ids: string[] } }>(
      `/v1/tools/${APPEND}/invoke`,
      { inputs },
    );
    await run(body.input_request.approval_ids[0] ?? "");
    expect(api.lines()).toEqual([expect.stringContaining("harmless")]);
  });

  test("A98: a stored input that was changed behind Capstan's back does not open", async () => {
    const { outcome, approval } = await asked();
    const stored = await api.store.invocations.get(outcome.invocationId);
    if (!stored) throw new Error("Nothing is stored.");
    const forged = { ...stored, inputs: { $sealed: "v1.AAAA" } };
    await api.store.journal.commit("test.forge", [
      { type: "invocation.put", invocation: forged, expect: "input_required" },
    ]);
    expect((await run(approval.id)).status).toBe(500);
    expect(api.lines()).toEqual([]);
    api.reported.length = 0;
  });
});

describe("A101: two at once", () => {
  test("A101: ten simultaneous answers run it once, and all are told the same", async () => {
    const { approval } = await asked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => run(approval.id)));
    expect(api.lines()).toHaveLength(1);
    const [first] = answers;
    for (const answer of answers) expect(answer.body).toEqual(first?.body);
  });

  test("A101: an answer and a resume of the same call run it once", async () => {
    const { outcome, approval } = await asked();
    const invocation = await api.gate.store.invocations.get(outcome.invocationId);
    if (!invocation) throw new Error("Nothing is stored.");
    const owner = { id: "prn_owner", scopes: ["invoke" as const, "approve" as const] };
    await Promise.all([
      answerApproval(api.engine, approval.id, { type: "run" }, owner),
      resume(api.gate, invocation, null),
      invoke(api.gate, api.call(APPEND, { line: "x" })),
    ]);
    expect(api.lines()).toHaveLength(1);
  });
});

describe("A116: no credential is in a cookie", () => {
  test("A116: no answer sets one, and one that is sent counts for nothing", async () => {
    api = await openApi();
    for (const path of ["/", "/healthz", "/v1/tools", "/v1/approvals"]) {
      expect((await api.get(path)).headers.get("set-cookie")).toBeNull();
    }
    const headers = { cookie: "authorization=Bearer cap_owner; token=cap_owner" };
    expect((await api.get("/v1/tools", { as: null, headers })).status).toBe(401);
  });
});

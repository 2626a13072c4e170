import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startLive } from "../../../test/live-server.ts";
import { run } from "../testing/run-cli.ts";

let live: Awaited<ReturnType<typeof startLive>>;
beforeAll(async () => {
  live = await startLive({ env: { CAPSTAN_MODEL: "offline" } });
});
afterAll(() => live.stop());

const here = () => ({
  CAPSTAN_URL: live.url,
  CAPSTAN_API_KEY: live.key,
  CAPSTAN_HOME: "/nonexistent",
});
const type = (...answers: string[]) => run(["chat"], { answers, env: here() });
const strict = (...answers: string[]) =>
  run(["chat", "--profile", "strict"], { answers, env: here() });
const pipe = (lines: string[], ...options: string[]) =>
  run(["chat", ...options], { piped: lines, env: here() });

/** Each is offered as a card, and the person chooses it. */
const WRITE = ["write hello to /a.txt", "1"];
const WRITE_AND_DELETE = [...WRITE, "delete /a.txt", "1"];

describe("chat", () => {
  test("shows what the agent does and says, message after message", async () => {
    const { code, out, err } = await type("multiply 6.5 by 12", "what time is it in Tokyo?");
    expect(code).toBe(0);
    expect(err).toContain("Ctrl+D");
    expect(err).toContain("To go on later: capstan chat --session session_");
    expect(out).toContain("builtin:calculator:calculate");
    expect(out).toContain("6.5 × 12 = 78.");
    expect(out).toContain("Asia/Tokyo");
  });

  test("P6, P26: an approval is shown and answered in place: run", async () => {
    const { out } = await strict("what is 2 + 3?", "s", "r");
    expect(out).toMatch(/asks because +Profile strict/);
    expect(out).toContain("2 + 3 = 5.");
  });

  test("P6: or denied, and the agent is told", async () => {
    const { out } = await strict("what is 2 + 3?", "really?", "d not now");
    expect(out).toContain("Type r to run it");
    expect(out).toContain("not allowed to run");
  });

  test("or left for later, which the exit code says", async () => {
    const { out, code } = await strict("what is 2 + 3?", "l");
    expect(code).toBe(3);
    expect(out).not.toContain("= 5");
  });

  test("Ctrl+C at a question cancels the turn that asks, and the next one leaves", async () => {
    const { out, code } = await strict("what is 2 + 3?", "\u0003", "\u0003");
    expect(code).toBe(0);
    expect(out).toContain("Cancelled.");
    expect(out).not.toContain("= 5");
  });

  test("F64: a card shows what its approval would show, and choosing it is Run", async () => {
    const { out } = await type(...WRITE_AND_DELETE);
    expect(out).toMatch(/risk +HIGH/);
    expect(out).toContain("dry run:");
    expect(out).toContain("1 runs it.");
    expect(out).not.toContain("Run it?");
    expect(out).toContain("/a.txt is deleted.");
  });

  test("S10: cards are numbered, and the next line chooses one", async () => {
    const { out } = await type(...WRITE, "read /a.txt");
    expect(out).toContain("1. Write file: content hello, path /a.txt");
    expect(out).toContain("/a.txt says:");
  });

  test("F22: a required field that a card leaves open is asked for by its name", async () => {
    const { out } = await type(...WRITE, "rename the file /a.txt", "1", "/b.txt");
    expect(out).toContain("Asks for: to");
    expect(out).toContain("/a.txt is now /b.txt.");
  });

  test("F22: a line that chooses no card is a message like any other", async () => {
    const { out } = await type(...WRITE, "delete /a.txt", "hmm");
    expect(out).not.toContain("is deleted");
    expect(out).toContain("not a language model");
  });

  test("E43: a todo list is shown as one", async () => {
    const { out } = await type("make a todo list: buy milk, call Bob", "1");
    expect(out).toContain("[ ] buy milk");
  });
});

describe("chat from a pipe", () => {
  test("ends as its last message ended", async () => {
    const { code, out } = await pipe(["add 2 and 40"]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("42") });
  });

  test("exits 3 with a pending approval, and no line of the pipe answers it", async () => {
    const { code, out } = await pipe([...WRITE_AND_DELETE, "r"]);
    expect(code).toBe(3);
    expect(out).toMatch(/To run it: {3}capstan approvals run appr_/);
    expect(out).not.toContain("is deleted");
  });

  test("X20: with --json every event is a line of JSON, from the session's first on", async () => {
    const { code, out } = await pipe(["add 2 and 40"], "--json");
    expect(code).toBe(0);
    const events = out.split("\n").map((line) => JSON.parse(line));
    const types = events.map(({ type }) => type);
    expect(types[0]).toBe("session.created");
    expect(types.at(-1)).toBe("turn.completed");
    expect(types).toContain("tool.completed");
    expect(events[0].session_id).toMatch(/^session_/);
  });

  test("with --json a pending approval is an event, and exits 3", async () => {
    const { code, out } = await pipe([...WRITE_AND_DELETE], "--json");
    expect(code).toBe(3);
    expect(JSON.parse(out.split("\n").at(-1) ?? "").type).toBe("turn.waiting");
  });
});

test("S10, X9: what a skill asks for is asked field by field, until it fits", async () => {
  const asking = await startLive({
    steps: [
      { tool_calls: [{ name: "skill:schema-infer:run", input: { source_type: "TYPE1" } }] },
      { text: "All inferred." },
    ],
    settings: { policy: { profile: "auto" } },
  });
  try {
    // Shipped skills are taken in once it has started.
    await expect
      .poll(async () => (await asking.call("GET", "/v1/capabilities/skill:schema-infer")).status, {
        timeout: 20_000,
      })
      .toBe(200);
    const agent = { name: "Inferring", capabilities: ["skill:schema-infer"] };
    const { body } = await asking.call<{ id: string }>("POST", "/v1/agents", agent);
    const env = { ...here(), CAPSTAN_URL: asking.url, CAPSTAN_API_KEY: asking.key };
    const sections = JSON.stringify({ functions: [{ name: "send", params: [] }] });
    const answers = ["go", "", "n", "no sections", sections];
    const { out, code } = await run(["chat", "--agent", body.id], { answers, env });
    expect({ out, code }).toMatchObject({ code: 0, out: expect.stringContaining("All inferred.") });
    expect(out).toContain("parsed_sections");
  } finally {
    await asking.stop();
  }
}, 60_000);

test("F74: a chat in which nothing was said leaves no session, and a program's chat does", async () => {
  const live = await startLive();
  onTestFinished(() => live.stop());
  const env = { CAPSTAN_HOME: live.home };
  const total = async () => (await live.call<{ total: number }>("GET", "/v1/sessions")).body.total;
  const { code, err } = await run(["chat"], { env, answers: [] });
  expect([code, err]).toEqual([0, expect.not.stringContaining("To go on later")]);
  expect(await total()).toBe(0);
  await run(["chat"], { env, answers: ["Hello"] });
  await run(["chat", "--json"], { env, piped: [] });
  expect(await total()).toBe(2);
});

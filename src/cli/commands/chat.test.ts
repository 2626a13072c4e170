import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLive } from "../../../test/live-server.ts";
import { run } from "../testing/run-cli.ts";

let live: Awaited<ReturnType<typeof startLive>>;
beforeAll(async () => {
  live = await startLive({ env: { CAPSTAN_MODEL: "offline" } });
});
afterAll(() => live.stop());

const type = (...answers: string[]) =>
  run(["chat"], {
    answers,
    env: { CAPSTAN_URL: live.url, CAPSTAN_API_KEY: live.key, CAPSTAN_HOME: "/nonexistent" },
  });

describe("chat", () => {
  test("shows what the agent does and says, message after message", async () => {
    const { code, out, err } = await type("multiply 6.5 by 12", "what time is it in Tokyo?");
    expect(code).toBe(0);
    expect(err).toContain("Ctrl+D");
    expect(out).toContain("builtin:calculator:calculate");
    expect(out).toContain("6.5 × 12 = 78.");
    expect(out).toContain("Asia/Tokyo");
  });

  test("P6, P26: an approval is shown and answered in place: run", async () => {
    const { out } = await type("write hello to /a.txt", "delete /a.txt", "s", "r");
    expect(out).toMatch(/risk +HIGH/);
    expect(out).toContain("a rehearsal says");
    expect(out).toContain("/a.txt is deleted.");
  });

  test("P6: or denied, and the agent is told", async () => {
    const { out } = await type("write hello to /a.txt", "delete /a.txt", "what?", "d");
    expect(out).toContain("Type r to run it");
    expect(out).toContain("not allowed to run");
  });

  test("or left for later", async () => {
    const { out, code } = await type("write hello to /a.txt", "delete /a.txt", "l");
    expect(code).toBe(0);
    expect(out).not.toContain("is deleted");
  });

  test("S10: a question of the model is answered by the next line", async () => {
    const { out } = await type("write hello to /a.txt", "read", "/a.txt");
    expect(out).toContain("path (string)");
    expect(out).toContain("/a.txt says:");
  });

  test("E43: a todo list is shown as one", async () => {
    const { out } = await type("make a todo list: buy milk, call Bob");
    expect(out).toContain("[ ] buy milk");
  });
});

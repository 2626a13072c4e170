import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { type SandboxUnderTest, start, textOf } from "./sandbox-under-test.ts";

const KILLED = { exitCode: null, signal: "SIGKILL", truncated: false };

export function endsContract(under: SandboxUnderTest): void {
  /** A folder at its own path in the process, so that an adapter without mounts has it too. */
  async function traceFile() {
    const folder = await under.makeFolder();
    const mounts = [{ source: folder, target: folder, mode: "rw" }] as const;
    const trace = `${folder}/trace`;
    return { cwd: folder, mounts, args: [trace], trace };
  }
  const appeared = (trace: string) =>
    vi.waitFor(async () => expect(await under.readFile(trace)).toBeTruthy(), { timeout: 10_000 });

  async function expectNoMore(trace: string): Promise<void> {
    const last = await under.readFile(trace);
    await sleep(100);
    expect(await under.readFile(trace)).toBe(last);
  }

  describe("ends", () => {
    test.each([0, 1, 77])("says the exit code %i", async (code) => {
      const { end } = await start(under, "exit", { args: [String(code)] });
      expect(await end).toEqual({
        exitCode: code,
        signal: null,
        timedOut: false,
        truncated: false,
      });
    });

    test("says which signal ended the process", async () => {
      const { end } = await start(under, "killItself");
      expect(await end).toMatchObject({ exitCode: null, signal: "SIGTERM", timedOut: false });
    });

    test("does not start what does not exist, and names it", async () => {
      const nowhere = { ...under, argv: () => ["/no/such/program"] as const };
      await expect(start(nowhere, "exit")).rejects.toThrow("/no/such/program");
    });

    test("kills what runs longer than it may", async () => {
      const { end } = await start(under, "wait", { limits: { wallMs: 200 } });
      expect(await end).toEqual({ ...KILLED, timedOut: true });
    });

    test("kills what is silent longer than it may", async () => {
      const { stdout, end } = await start(under, "wait", {
        limits: { wallMs: null, idleMs: 2_000 },
      });
      expect(await textOf(stdout)).toBe("ready\n");
      expect(await end).toEqual({ ...KILLED, timedOut: true });
    });

    test("lets run what is not silent", async () => {
      const { end } = await start(under, "tick", { args: ["25"], limits: { idleMs: 2_000 } });
      expect(await end).toMatchObject({ exitCode: 0, timedOut: false });
    });

    test("drops output over the limit, and lets the process end as it would", async () => {
      const limits = { outputBytes: 1_000 };
      const { stdout, stderr, end } = await start(under, "flood", { args: ["300000"], limits });
      for (const stream of [stdout, stderr]) expect(await textOf(stream)).toBe("x".repeat(1_000));
      expect(await end).toMatchObject({ exitCode: 3, timedOut: false, truncated: true });
    });

    test("drops nothing of what is just within the limit, read or not", async () => {
      const limits = { outputBytes: 300_000 };
      const { stdout, end } = await start(under, "flood", { args: ["300000"], limits });
      expect(await end).toMatchObject({ exitCode: 3, truncated: false });
      expect(await textOf(stdout)).toHaveLength(300_000);
    });

    test.each([0, 1, 50])("kills what is cancelled after %s ms", async (ms) => {
      const cancel = new AbortController();
      const { stdout, end } = await start(under, "wait", { signal: cancel.signal });
      const [ready] = await Promise.all([
        textOf(stdout),
        sleep(ms).then(() => cancel.abort(new Error("No longer wanted."))),
      ]);
      expect(["", "ready\n"]).toContain(ready);
      expect(await end).toEqual({ ...KILLED, timedOut: false });
    });

    test("does not start what was cancelled before", async () => {
      const signal = AbortSignal.abort(new Error("No longer wanted."));
      await expect(start(under, "wait", { signal })).rejects.toThrow("No longer wanted.");
    });

    test("ends only when a process that refuses to end is gone", async () => {
      const cancel = new AbortController();
      const { trace, ...options } = await traceFile();
      const { end } = await start(under, "refuseToEnd", { ...options, signal: cancel.signal });
      await appeared(trace);
      cancel.abort();
      expect(await end).toEqual({ ...KILLED, timedOut: false });
      await expectNoMore(trace);
    });

    test("ends only when what the process started is gone, and ends that", async () => {
      const { trace, ...options } = await traceFile();
      const { end } = await start(under, "startAnother", options);
      expect(await end).toMatchObject({ exitCode: 0, signal: null });
      expect(await under.readFile(trace)).toBeTruthy();
      await expectNoMore(trace);
    });
  });
}

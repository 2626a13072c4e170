import { describe, expect, test } from "vitest";
import { type SandboxUnderTest, start, textOf } from "./sandbox-under-test.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

export function channelsContract(under: SandboxUnderTest): void {
  describe("streams and channels", () => {
    test("gives stdout and stderr apart, each in order", async () => {
      const { stdout, stderr } = await start(under, "print");
      expect(await textOf(stdout)).toBe("out 1\nout 2\nout 3\n");
      expect(await textOf(stderr)).toBe("err 1\nerr 2\nerr 3\n");
    });

    test("gives output while the process runs", async () => {
      const { stdout } = await start(under, "wait");
      for await (const chunk of stdout) {
        expect(Buffer.from(chunk).toString()).toBe("ready\n");
        break;
      }
    });

    test("keeps output for a reader who comes after the end", async () => {
      const { stdout, end } = await start(under, "print");
      await end;
      expect(await textOf(stdout)).toBe("out 1\nout 2\nout 3\n");
    });

    test("gives no input when there is none", async () => {
      const { stdin, stdout, end } = await start(under, "copy");
      expect(stdin).toBeNull();
      expect(await textOf(stdout)).toBe("");
      expect(await end).toMatchObject({ exitCode: 0 });
    });

    test("gives the input it was started with", async () => {
      const { stdin, stdout } = await start(under, "copy", { stdin: bytes("hello\n") });
      expect(stdin).toBeNull();
      expect(await textOf(stdout)).toBe("hello\n");
    });

    test("gives what is written while the process runs, until that ends", async () => {
      const { stdin, stdout } = await start(under, "copy", { stdin: "open" });
      await stdin?.write(bytes("one "));
      await stdin?.write(bytes("two"));
      stdin?.end();
      expect(await textOf(stdout)).toBe("one two");
    });

    test("bears with a process that does not read its input", async () => {
      const stdin = new Uint8Array(2_000_000);
      const { end } = await start(under, "exit", { args: ["0"], stdin });
      expect(await end).toMatchObject({ exitCode: 0, signal: null });
      const open = await start(under, "exit", { args: ["0"], stdin: "open" });
      await open.end;
      await open.stdin?.write(bytes("too late"));
      open.stdin?.end();
    });

    test("carries messages both ways, apart from the streams", async () => {
      const { ipc, stdout, end } = await start(under, "double", { ipc: true });
      for (const message of [1, 2, null]) await ipc?.send(message);
      const answers = [];
      for await (const answer of ipc?.messages ?? []) answers.push(answer);
      expect(answers).toEqual([{ double: 2 }, { double: 4 }]);
      expect(await textOf(stdout)).toBe("got 1\ngot 2\n");
      expect(await end).toMatchObject({ exitCode: 0 });
    });

    test("has no such channel unless it was asked for", async () => {
      expect((await start(under, "print")).ipc).toBeNull();
    });

    test.each([
      { what: "is not JSON", line: "{" },
      { what: "has a key that changes prototypes", line: '{"__proto__": {"admin": true}}' },
      { what: "is too long", line: JSON.stringify("x".repeat(2_000)) },
    ])("kills a process whose message $what", async ({ line }) => {
      const limits = { outputBytes: 1_000 };
      const { ipc, end } = await start(under, "sendLine", { ipc: true, args: [line], limits });
      await expect(
        (async () => {
          for await (const message of ipc?.messages ?? []) expect(message).toBeUndefined();
        })(),
      ).rejects.toThrow();
      expect(await end).toMatchObject({ exitCode: null, timedOut: false });
    });
  });
}

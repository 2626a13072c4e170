import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished } from "vitest";

type Options = { readonly env?: Readonly<Record<string, string>> };

/** A line for a shell in a terminal of its own (util-linux' `script`), and what stands on it. */
export function openPty(line: string, { env = {} }: Options = {}) {
  const child = spawn("script", ["-q", "-e", "-c", line, "/dev/null"], {
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += stripVTControlCharacters(chunk).replaceAll("\r", "");
  });
  const ended = once(child, "close").then(([code]) => code as number | null);
  const close = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(close);
  return {
    screen: () => text,
    type: (typed: string) => void child.stdin.write(typed),
    /** Waits until it stands there, from `after` on; its first group, or all of it. */
    async shows(pattern: RegExp, after = 0): Promise<string> {
      await expect
        .poll(() => text.slice(after), { timeout: 20_000, interval: 25 })
        .toMatch(pattern);
      const [all = "", group] = pattern.exec(text.slice(after)) ?? [];
      return group ?? all;
    },
    ended,
    close,
  };
}

export type Pty = ReturnType<typeof openPty>;

/** A terminal on which a person sits and nothing else runs: its device, and the codes on it. */
export async function openDesk() {
  const pty = openPty("tty; exec cat");
  const device = await pty.shows(/^(\/dev\/pts\/\d+)$/m);
  let read = 0;
  return {
    ...pty,
    device,
    async code(): Promise<string> {
      const code = await pty.shows(/type this code: (\S+)\n/, read);
      read = pty.screen().lastIndexOf(code) + code.length;
      return code;
    },
  };
}

import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "vitest";

/** A real terminal with a shell in it, where tmux is installed. */
export function openTmux(env: Readonly<Record<string, string>>, columns = 80) {
  const socket = `capstan-test-${process.pid}-${columns}`;
  const tmux = (...args: string[]) => promisify(execFile)("tmux", ["-L", socket, ...args]);
  const variables = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const size = ["-x", String(columns), "-y", "40"];
  execFileSync("tmux", [
    ...["-L", socket, "-f", "/dev/null", "new-session", "-d", ...size, ...variables],
    "sh",
  ]);
  /** What stands there, wrapped lines joined. */
  const screen = async () => (await tmux("capture-pane", "-p", "-J")).stdout.trimEnd();
  return {
    screen,
    type: (text: string) => tmux("send-keys", "-l", text),
    press: (...keys: string[]) => tmux("send-keys", ...keys),
    resize: (width: number) => tmux("resize-window", "-x", String(width), "-y", "40"),
    shows: (text: string | RegExp) =>
      expect.poll(screen, { timeout: 15_000, interval: 50 }).toMatch(text),
    close: () => tmux("kill-server"),
  };
}

export const HAS_TMUX = (() => {
  try {
    execFileSync("tmux", ["-V"]);
    return true;
  } catch {
    return false;
  }
})();

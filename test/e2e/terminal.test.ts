import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Live, startLive } from "../live-server.ts";
import { longTest } from "../runs.ts";
import { startSlowProvider } from "../slow-provider.ts";
import { HAS_TMUX, openTmux } from "../tmux.ts";

const CAPSTAN = join(import.meta.dirname, "../../bin/capstan.mjs");
const WHY_NOT = HAS_TMUX ? "" : " (skipped: tmux is not installed)";

let live: Live;
let provider: Awaited<ReturnType<typeof startSlowProvider>>;
beforeAll(async () => {
  provider = await startSlowProvider(400, 25);
  live = await startLive({
    env: { CAPSTAN_MODEL: "openai/slow", OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "sk-x" },
  });
});
afterAll(async () => {
  await live.stop();
  provider.stop();
});

function open(columns: number) {
  const env = { CAPSTAN_URL: live.url, CAPSTAN_API_KEY: live.key, CAPSTAN_HOME: live.home };
  const bundle = process.env.CAPSTAN_BUNDLE ?? "";
  return openTmux({ ...env, CAPSTAN_BUNDLE: bundle, NODE: process.execPath, CAPSTAN }, columns);
}

/** Every word from the first to the last that is shown, without a gap. */
function wordsOf(screen: string): number[] {
  return [...screen.matchAll(/\bword(\d+)\b/g)].map(([, number]) => Number(number));
}

describe.skipIf(!HAS_TMUX)(`chat in a real terminal${WHY_NOT}`, () => {
  test("Ctrl+C stops the answer, then leaves; a resize loses nothing, and nothing reaches the shell", async () => {
    const terminal = open(80);
    try {
      await terminal.type('"$NODE" "$CAPSTAN" chat');
      await terminal.press("Enter");
      await terminal.shows(/^> $|^>$/m);
      await terminal.type("go on");
      await terminal.press("Enter");
      await terminal.shows(/\bword15\b/);
      await terminal.resize(60);
      await terminal.shows(/\bword30\b/);
      await terminal.type("echo typed-meanwhile");
      await terminal.shows(/\bword40\b/);
      expect(await terminal.screen()).not.toContain("typed-meanwhile");

      await terminal.press("C-c");
      await terminal.shows("Cancelled. What was written before is kept.");
      const stopped = await terminal.screen();
      const words = wordsOf(stopped);
      expect(words).toEqual(Array.from(words, (_, index) => index + 1));
      expect(words.length).toBeGreaterThan(39);

      await terminal.press("C-c");
      await terminal.shows(/To go on later:\s+.*chat --session session_\w+\n+[#$]$/);
      const left = await terminal.screen();
      expect(left).not.toContain("typed-meanwhile");
      expect(wordsOf(left)).toEqual(words);
    } finally {
      await terminal.close();
    }
  }, 40_000);

  longTest(
    "what is typed during an answer stands at the next prompt; Ctrl+C twice leaves at once",
    async () => {
      const terminal = open(100);
      try {
        await terminal.type('"$NODE" "$CAPSTAN" chat');
        await terminal.press("Enter");
        await terminal.shows(/^> $|^>$/m);
        await terminal.type("first");
        await terminal.press("Enter");
        await terminal.shows(/\bword5\b/);
        await terminal.press("C-c");
        await terminal.type("second");
        await terminal.shows(/^> second$/m);
        await terminal.press("Enter");
        await terminal.shows(/^> second\n+ {2}word1 word2/m);
        await terminal.press("C-c", "C-c");
        await terminal.shows(/To go on later:\s+.*chat --session session_\w+\n+[#$]$/);
        await terminal.type("echo at-the-shell");
        await terminal.press("Enter");
        await terminal.shows(/^at-the-shell$/m);
      } finally {
        await terminal.close();
      }
    },
    40_000,
  );

  test("tables fit it, and have colours; a pipe gets neither", async () => {
    const terminal = open(70);
    try {
      await terminal.type('"$NODE" "$CAPSTAN" tools list --limit 3');
      await terminal.press("Enter");
      await terminal.shows("3 of");
      const lines = (await terminal.screen()).split("\n");
      expect(lines.filter((line) => line.startsWith("builtin:")).length).toBe(3);
      for (const line of lines.slice(1)) expect(line.length).toBeLessThanOrEqual(70);
      await terminal.type('clear; "$NODE" "$CAPSTAN" tools list | head -1 | od -c | head -2');
      await terminal.press("Enter");
      await terminal.shows(/0000000 +T +O +O +L/);
    } finally {
      await terminal.close();
    }
  }, 40_000);
});

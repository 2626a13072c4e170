import type { Io } from "../command.ts";
import { type Root, runCli } from "../run.ts";
import { type Routes, type Seen, startFakeServer } from "./fake-server.ts";

type Given = {
  readonly env?: Io["env"];
  readonly stdin?: string;
  readonly isTty?: boolean;
  readonly launch?: Root["launch"];
  readonly serve?: Root["serve"];
  readonly resetAdmin?: Root["resetAdmin"];
  /** What a person types when asked without an echo. */
  readonly typed?: string;
  /** What a person types, line by line; "\u0003" for Ctrl+C. */
  readonly answers?: readonly string[];
  /** The same lines, piped in. */
  readonly piped?: readonly string[];
  readonly width?: number;
  readonly hasColour?: boolean;
  readonly onInterrupt?: Io["onInterrupt"];
};

export type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** One command in this process, its output collected. Nothing is inherited from the environment. */
export async function run(argv: readonly string[], given: Given = {}): Promise<Ran> {
  let out = "";
  const err: string[] = [];
  const answers = [...(given.answers ?? given.piped ?? [])];
  const io: Io = {
    out: (line) => {
      out += `${line}\n`;
    },
    err: (line) => void err.push(line),
    env: given.env ?? {},
    isTty: given.isTty ?? false,
    isTyped: given.piped === undefined,
    hasColour: given.hasColour ?? false,
    width: given.width,
    terminal: () => undefined,
    errWidth: given.width,
    now: () => Date.parse("2026-03-01T10:00:00.000Z"),
    readStdin: async () => given.stdin ?? "",
    askHidden: async () => given.typed,
    write: (text) => {
      out += typeof text === "string" ? text : Buffer.from(text);
    },
    ask: async (question) => {
      if (!given.piped) out += `${question}\n`;
      const line = answers.shift();
      if (line === undefined) return "ended";
      return line === "\u0003" ? "interrupted" : { line };
    },
    onInterrupt: given.onInterrupt ?? (() => {}),
    close: async () => {},
  };
  const code = await runCli(argv, io, {
    launch: given.launch ?? never,
    serve: given.serve ?? never,
    worker: never,
    restore: never,
    resetAdmin: given.resetAdmin ?? never,
  });
  return { code, out: out.replace(/\n$/, ""), err: err.join("\n") };
}

const NOTHING_STOPPED: Routes = { "GET /v1/halt": { body: { halted: false, halt: null } } };

/** The same against a server with these answers; also tells what the server saw. */
export async function runAgainst(
  routes: Routes,
  argv: readonly string[],
  given: Given = {},
): Promise<Ran & { readonly seen: readonly Seen[] }> {
  await using server = await startFakeServer({ ...NOTHING_STOPPED, ...routes });
  const env = { CAPSTAN_URL: server.url, CAPSTAN_API_KEY: "key", CAPSTAN_HOME: "/nonexistent" };
  const ran = await run(argv, { ...given, env: { ...env, ...given.env } });
  return { ...ran, seen: server.seen };
}

const never = () => {
  throw new TypeError("this test must not start a server");
};

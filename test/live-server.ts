import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type ClientRequest, get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { startServer } from "../src/app/start-server.ts";
import type { Script } from "../src/models/scripted/script.ts";
import { assertPublished } from "./as-typed/published-answers.ts";
import { databaseOf } from "./test-database.ts";

type LiveOptions = {
  /** The home of an earlier server; without one, a new home that goes with the server. */
  readonly home?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly settings?: object;
  readonly steps?: Script["steps"];
};

/** A server as `capstan serve` runs it: its own home, a real port, a database of its own. */
export async function startLive({ env = {}, settings, steps = [], ...options }: LiveOptions = {}) {
  const home = options.home ?? mkdtempSync(join(tmpdir(), "capstan-home-"));
  const script = `${home}.script.json`;
  writeFileSync(script, JSON.stringify({ steps }));
  if (settings) writeFileSync(join(home, "settings.json"), JSON.stringify(settings));
  const reported: unknown[] = [];
  const running = await startServer({
    env: {
      CAPSTAN_HOME: home,
      CAPSTAN_PORT: "0",
      CAPSTAN_MODEL: `scripted:${script}`,
      ...(await databaseOf(home)),
      ...env,
    },
    version: "0.0.0-test",
    report: (error) => reported.push(error),
  });
  const { url, newAdminKey } = running;
  const key = env.CAPSTAN_API_KEY ?? readFileSync(join(home, "api-key"), "utf8").trim();

  async function call<T = unknown>(method: string, path: string, body?: unknown, token = key) {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    assertPublished(method, path, response, answer);
    return { status: response.status, body: answer as T };
  }

  return {
    url,
    port: Number(new URL(url).port),
    home,
    key,
    newAdminKey,
    reported,
    call,
    /** Stops, and leaves the home to whoever gave it. */
    async stop() {
      await running.stop();
      rmSync(script, { force: true });
      if (!options.home) rmSync(home, { recursive: true, force: true });
    },
  };
}

export type Live = Awaited<ReturnType<typeof startLive>>;

export type Frame = { readonly id: string; readonly event: string; readonly data: unknown };

/** A client of server-sent events, as an EventSource is one. Resolves when it is connected. */
export async function listenTo(url: string, headers: Record<string, string>) {
  const frames: Frame[] = [];
  let rest = "";
  const { request, response } = await new Promise<{
    request: ClientRequest;
    response: IncomingMessage;
  }>((resolve, reject) => {
    const request = get(url, { headers, agent: false }, (response) =>
      resolve({ request, response }),
    );
    request.on("error", reject);
  });
  request.on("error", () => {});
  response.on("error", () => {});
  const connected = new Promise<void>((resolve) => {
    response.setEncoding("utf8").on("data", (text: string) => {
      const parts = (rest + text).split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) {
        if (part.startsWith(":")) resolve();
        else frames.push(parseFrame(part));
      }
    });
  });
  await connected;

  return {
    response,
    frames,
    ids: () => frames.map(({ id }) => Number(id)),
    reach: (count: number) =>
      expect
        .poll(() => frames.length, { interval: 2, timeout: 5_000 })
        .toBeGreaterThanOrEqual(count),
    close: () => request.destroy(),
  };
}

function parseFrame(text: string): Frame {
  const fields = new Map(
    text.split("\n").map((line): [string, string] => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  return {
    id: fields.get("id") ?? "",
    event: fields.get("event") ?? "",
    data: JSON.parse(fields.get("data") ?? "null"),
  };
}

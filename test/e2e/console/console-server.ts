import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type * as z from "zod";
import type { Settings } from "../../../src/app/settings.ts";
import { startServer } from "../../../src/app/start-server.ts";
import type { Model } from "../../../src/models/model.ts";
import type { Message } from "../../../src/schema/message.ts";
import type { Profile } from "../../../src/schema/profile.ts";
import type { Store } from "../../../src/stores/store.ts";
import { databaseOf } from "../../test-database.ts";
import { createDesk } from "./desk.ts";
import { createPlayer, type Plays } from "./plays.ts";

export const KEY = "console-test-key";
export const ADMIN_KEY = "console-test-admin-key";

type ConsoleOptions = {
  readonly profile?: Profile;
  readonly plays?: Plays;
  /** When the desk has counted its letters; it says how far it has come until then. */
  readonly counted?: Promise<unknown>;
  /** The rest of `settings.json`. */
  readonly settings?: Omit<z.input<typeof Settings>, "policy" | "prices">;
  /** Another model than one that plays: the one that ships, for the first minute. */
  readonly model?: Model;
  /** Nothing names the model: one can be connected. */
  readonly isModelOpen?: boolean;
};

type Wire = Record<string, unknown> & { readonly id: string };

/** A server with a console, a desk to work at, and a model that plays its part. */
export async function startConsole(options: ConsoleOptions = {}) {
  const { profile = "risk", plays = {}, counted, model, settings = {} } = options;
  const named = options.isModelOpen ? { OLLAMA_HOST: "127.0.0.1:1" } : { CAPSTAN_MODEL: "offline" };
  const home = mkdtempSync(join(tmpdir(), "capstan-console-"));
  const prices = { "*": { input: 3, output: 15 } };
  writeFileSync(
    join(home, "settings.json"),
    JSON.stringify({ ...settings, policy: { profile }, prices }),
  );
  const sent: string[] = [];
  const reported: unknown[] = [];
  let store: Store | undefined;
  const running = await startServer({
    env: {
      CAPSTAN_HOME: home,
      CAPSTAN_PORT: "0",
      CAPSTAN_API_KEY: KEY,
      CAPSTAN_ADMIN_KEY: ADMIN_KEY,
      ...named,
      ...(await databaseOf(home)),
    },
    version: "0.0.0-test",
    report: (error) => reported.push(error),
    adjust: (options) => {
      store = options.store;
      return {
        ...options,
        capabilities: [...(options.capabilities ?? []), createDesk(sent, counted)],
        ...(model ? { model } : Object.keys(plays).length > 0 && { model: createPlayer(plays) }),
      };
    },
  });

  async function call<T = Wire>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(running.url + path, {
      method,
      headers: { authorization: `Bearer ${KEY}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    return (await response.json()) as T;
  }

  const agent = await call("POST", "/v1/agents", {
    name: "clerk",
    system_prompt: "You are a clerk.",
    capabilities: ["desk", "test_math", "current_time", "stateless_todo_list"],
  });

  return {
    url: running.url,
    port: Number(new URL(running.url).port),
    agentId: agent.id,
    sent,
    reported,
    call,
    signInLink: (isShown = false) => running.signInLink(isShown),
    /** A session of the clerk in which this was said; it rests when this answers. */
    async say(content: string, sessionId?: string): Promise<string> {
      const id = sessionId ?? (await call("POST", "/v1/sessions", { agent_id: agent.id })).id;
      await call("POST", `/v1/sessions/${id}/messages?wait_ms=20000`, { content });
      return id;
    },
    /** Messages that were never said: a long session, at once. */
    async fill(messages: readonly Message[]): Promise<void> {
      for (let from = 0; from < messages.length; from += 500) {
        const changes = messages
          .slice(from, from + 500)
          .map((message) => ({ type: "message.add" as const, message }));
        await store?.journal.commit("console.seed", changes);
      }
    },
    async stop() {
      await running.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type Console = Awaited<ReturnType<typeof startConsole>>;

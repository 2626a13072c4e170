import { CapstanError } from "../base/errors.ts";
import type { Io } from "./command.ts";
import { apiKey, homeFolder } from "./home.ts";
import type { ProblemError } from "./problem-error.ts";
import type { ServerEvent } from "./receive-events.ts";
import { send } from "./send.ts";

const READ_DEADLINE_MS = 30_000;
/** A call blocks until its outcome (C23); the tool's own deadline ends it long before this. */
export const CALL_DEADLINE_MS = 15 * 60_000;

export type Answer<T> = { readonly body: T; readonly text: string };

export type RequestOptions = {
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly deadlineMs?: number;
};

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Client = {
  readonly url: string;
  /** `T` is trusted, not checked: the schemas would triple the start-up time. */
  request<T>(method: Method, path: string, options?: RequestOptions): Promise<Answer<T>>;
  /** The answer as text, for what is not one JSON value. */
  text(path: string, options?: RequestOptions): Promise<string>;
  /** Server-sent events, for as long as the connection lasts. */
  events(path: string, lastEventId: string | undefined): AsyncIterable<ServerEvent>;
};

export function createClient(url: string, env: Io["env"], key = apiKey(env)): Client {
  const base = url.replace(/\/+$/, "");

  async function exchange(method: Method, path: string, options: RequestOptions): Promise<string> {
    const { query = {}, body, deadlineMs = READ_DEADLINE_MS } = options;
    const { status, text } = await send({
      method,
      url: `${base}${path}${queryText(query)}`,
      headers: {
        accept: "application/json",
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      deadlineMs,
    });
    if (status < 200 || status > 299) throw await refusal(status, text, key, env);
    return text;
  }

  return {
    url: base,
    async request(method, path, options = {}) {
      const text = await exchange(method, path, options);
      return { body: parseAnswer(base, text), text };
    },
    text: (path, options = {}) => exchange("GET", path, options),
    async *events(path, lastEventId) {
      const { receiveEvents } = await import("./receive-events.ts");
      yield* receiveEvents(`${base}${path}`, {
        accept: "text/event-stream",
        ...(key && { authorization: `Bearer ${key}` }),
        ...(lastEventId && { "last-event-id": lastEventId }),
      });
    },
  };
}

function queryText(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => !!pair[1]);
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

async function refusal(
  status: number,
  text: string,
  key: string | undefined,
  env: Io["env"],
): Promise<ProblemError> {
  const { readProblem } = await import("./problem-error.ts");
  if (status !== 401) return readProblem(status, text);
  const what = key ? "This API key is not accepted" : "There is no API key";
  const fix = `set CAPSTAN_API_KEY, or check ${homeFolder(env)}/api-key`;
  return readProblem(status, text, `${what}: ${fix}.`);
}

function parseAnswer<T>(url: string, text: string): T {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `What answers at ${url} is not a Capstan server: its answer is not JSON.`;
    throw new CapstanError("SERVER_UNREACHABLE", message, { cause });
  }
}

import { CapstanError } from "../base/errors.ts";
import type { AnswerOf, JsonRouteName, RequestOf, Rest, RouteName } from "../http/client/route.ts";
import type { Json } from "../http/client/wire.ts";
import type { Io } from "./command.ts";
import { fillPath } from "./fill-path.ts";
import { apiKey, homeFolder } from "./home.ts";
import type { ProblemError } from "./problem-error.ts";
import type { ServerEvent } from "./receive-events.ts";
import { send } from "./send.ts";

const READ_DEADLINE_MS = 30_000;
/** A call blocks until its outcome (C23); the tool's own deadline ends it long before this. */
export const CALL_DEADLINE_MS = 15 * 60_000;

export type Answer<T> = { readonly body: T; readonly text: string };

/** Words as a person typed them: which of them it takes, the server says. */
type Typed<T> = [Json] extends [T]
  ? T
  : T extends Blob
    ? Uint8Array
    : T extends string
      ? string
      : { readonly [K in keyof T]: Typed<T[K]> };

type Options<R extends RouteName> = Typed<RequestOf<R>> & { readonly deadlineMs?: number };

type AnyOptions = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly deadlineMs?: number;
};

export type Client = {
  readonly url: string;
  /** The answer is trusted, not checked: the schemas would triple the start-up time. */
  request<R extends JsonRouteName>(
    route: R,
    ...rest: Rest<Options<R>>
  ): Promise<Answer<AnswerOf<R>>>;
  /** The answer as text, for what is not one JSON value. */
  text<R extends RouteName>(route: R, ...rest: Rest<Options<R>>): Promise<string>;
  /** The answer as it is, for what may be no text. */
  bytes<R extends RouteName>(route: R, ...rest: Rest<Options<R>>): Promise<Buffer>;
  /** What happens in a session, for as long as the connection lasts. */
  events(
    sessionId: string,
    lastEventId: string | undefined,
    signal?: AbortSignal,
  ): AsyncIterable<ServerEvent>;
};

export function createClient(url: string, env: Io["env"], key = apiKey(env)): Client {
  const base = url.replace(/\/+$/, "");

  async function exchange(route: RouteName, options: AnyOptions = {}): Promise<Buffer> {
    const { params = {}, query = {}, deadlineMs = READ_DEADLINE_MS } = options;
    const { type, body } = bodyOf(options);
    const [method = "", path = ""] = route.split(" ");
    const answer = await send({
      method,
      url: `${base}${fillPath(path, params)}${queryText(query)}`,
      headers: {
        accept: "application/json",
        ...(key && { authorization: `Bearer ${key}` }),
        ...(type && { "content-type": type }),
      },
      ...(body !== undefined && { body }),
      deadlineMs,
    });
    const { status, body: bytes } = answer;
    if (status < 200 || status > 299) throw await refusal(status, bytes.toString(), key, env);
    return bytes;
  }

  return {
    url: base,
    async request(route, ...[options]) {
      const text = (await exchange(route, options)).toString();
      return { body: parseAnswer(base, text), text };
    },
    text: async (route, ...[options]) => (await exchange(route, options)).toString(),
    bytes: (route, ...[options]) => exchange(route, options),
    async *events(sessionId, lastEventId, signal) {
      const { receiveEvents } = await import("./receive-events.ts");
      const path = fillPath("/v1/sessions/:id/events/stream", { id: sessionId });
      const headers = {
        accept: "text/event-stream",
        ...(key && { authorization: `Bearer ${key}` }),
        ...(lastEventId && { "last-event-id": lastEventId }),
      };
      yield* receiveEvents(`${base}${path}`, headers, signal);
    },
  };
}

/** Bytes go as they are, everything else as JSON. */
function bodyOf({ body }: AnyOptions): { type?: string; body?: string | Uint8Array } {
  if (body === undefined) return {};
  if (body instanceof Uint8Array) return { type: "application/octet-stream", body };
  return { type: "application/json", body: JSON.stringify(body) };
}

function queryText(query: NonNullable<AnyOptions["query"]>): string {
  const given = Object.entries(query).flatMap(([name, value = ""]): [string, string][] =>
    value === "" ? [] : [[name, String(value)]],
  );
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

import type {
  AnswerOf,
  JsonRouteName,
  RequestOf,
  Rest,
  RouteName,
} from "../../../src/http/client/route.ts";
import { addressOf } from "./address.ts";
import { ProblemError } from "./problem-error.ts";
import { dropSignIn, readSignIn } from "./token.ts";

type Manner = {
  /** Another token than the tab's own: the admin's. */
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Record<string, string>;
  readonly deadlineMs?: number;
};

type Options<R extends RouteName> = RequestOf<R> & Manner;

type AnyOptions = Manner & {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
};

const DEADLINE_MS = 30_000;

/** One request to the server that served this page; an answer that is not one is a `ProblemError`. */
export async function request<R extends JsonRouteName>(
  route: R,
  ...[options]: Rest<Options<R>>
): Promise<AnswerOf<R>> {
  const response = await exchange(route, options);
  return (await response.json()) as AnswerOf<R>;
}

/** The same for an answer that is not one JSON value, or is kept as it is. */
export function send<R extends RouteName>(
  route: R,
  ...[options]: Rest<Options<R>>
): Promise<Response> {
  return exchange(route, options);
}

async function exchange(
  route: RouteName,
  { params, query, body, token, signal, headers, deadlineMs = DEADLINE_MS }: AnyOptions = {},
): Promise<Response> {
  const [method = "", path = ""] = route.split(" ");
  const deadline = deadlineMs === Number.POSITIVE_INFINITY ? [] : [AbortSignal.timeout(deadlineMs)];
  const own = token ?? readSignIn()?.token;
  const response = await fetch(addressOf(path, params, query), {
    method,
    credentials: "omit",
    cache: "no-store",
    headers: { ...headers, ...(own && { authorization: `Bearer ${own}` }) },
    signal: AbortSignal.any([...deadline, ...(signal ? [signal] : [])]),
    ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ProblemError(0, "UNREACHABLE", "The server does not answer. Is it still running?");
  });
  if (response.ok) return response;
  const problem = await readProblem(response);
  // Of an answer that was under way while somebody else signed in, nothing is dropped.
  if (problem.status === 401 && token === undefined && own === readSignIn()?.token) {
    dropSignIn("Your sign-in has expired or was revoked. Sign in again to go on.");
  }
  throw problem;
}

async function readProblem(response: Response): Promise<ProblemError> {
  const body = await response.json().catch(() => ({}));
  const { code = `HTTP_${response.status}`, message, details } = body as Partial<ProblemError>;
  const text = message ?? `The server answered ${response.status}.`;
  return new ProblemError(response.status, code, text, details);
}

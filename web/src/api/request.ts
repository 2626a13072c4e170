import { ProblemError } from "./problem-error.ts";
import { dropSignIn, readSignIn } from "./token.ts";

type RequestOptions = {
  readonly body?: unknown;
  /** Bytes, sent as they are. */
  readonly raw?: Blob;
  /** Another token than the tab's own: the admin's. */
  readonly token?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Record<string, string>;
  readonly deadlineMs?: number;
};

const DEADLINE_MS = 30_000;

/** One request to the server that served this page; an answer that is not one is a `ProblemError`. */
export async function request<T>(method: string, path: string, options: RequestOptions = {}) {
  const response = await send(method, path, options);
  return (await response.json()) as T;
}

export async function send(
  method: string,
  path: string,
  { body, raw, token, signal, headers, deadlineMs = DEADLINE_MS }: RequestOptions = {},
): Promise<Response> {
  const deadline = deadlineMs === Number.POSITIVE_INFINITY ? [] : [AbortSignal.timeout(deadlineMs)];
  const own = token ?? readSignIn()?.token;
  const response = await fetch(path, {
    method,
    credentials: "omit",
    cache: "no-store",
    headers: { ...headers, ...(own && { authorization: `Bearer ${own}` }) },
    signal: AbortSignal.any([...deadline, ...(signal ? [signal] : [])]),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(raw !== undefined && { body: raw }),
  }).catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw new ProblemError(0, "UNREACHABLE", "The server does not answer. Is it still running?");
  });
  if (response.ok) return response;
  const problem = await readProblem(response);
  if (problem.status === 401 && token === undefined) dropSignIn();
  throw problem;
}

async function readProblem(response: Response): Promise<ProblemError> {
  const body = await response.json().catch(() => ({}));
  const { code = `HTTP_${response.status}`, message, details } = body as Partial<ProblemError>;
  const text = message ?? `The server answered ${response.status}.`;
  return new ProblemError(response.status, code, text, details);
}

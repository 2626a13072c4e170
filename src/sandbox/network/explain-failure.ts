import { CapstanError } from "../../base/errors.ts";
import { hostOf, portOf } from "./host-and-port.ts";

type Explain = (host: string, port: string) => string;

const noSuchName: Explain = (host) => `The name "${host}" was not found. Check the spelling.`;
const unreachable: Explain = (host) => `There is no route to "${host}" from here.`;
const closed: Explain = (host) => `"${host}" closed the connection before its answer was complete.`;
const slow: Explain = (host, port) => `No connection to "${host}" on port ${port} came about.`;
const badEncoding: Explain = (host) => `The answer of "${host}" is not encoded as it says.`;

const EXPLANATIONS: ReadonlyMap<string, Explain> = new Map([
  ["ENOTFOUND", noSuchName],
  ["EAI_NODATA", noSuchName],
  ["EAI_NONAME", noSuchName],
  ["EAI_AGAIN", (host) => `The name "${host}" could not be looked up just now. Try again.`],
  ["ECONNREFUSED", (host, port) => `"${host}" refuses connections on port ${port}.`],
  ["ECONNRESET", closed],
  ["EPIPE", closed],
  ["UND_ERR_SOCKET", closed],
  ["EHOSTUNREACH", unreachable],
  ["ENETUNREACH", unreachable],
  ["EADDRNOTAVAIL", unreachable],
  ["ETIMEDOUT", slow],
  ["UND_ERR_CONNECT_TIMEOUT", slow],
  ["TimeoutError", (host) => `"${host}" did not answer in time.`],
  ["UND_ERR_HEADERS_OVERFLOW", (host) => `"${host}" sends more headers than are read.`],
  ["CERT_HAS_EXPIRED", (host) => `The certificate of "${host}" has expired.`],
  ["ERR_TLS_CERT_ALTNAME_INVALID", (host) => `The certificate of "${host}" names another host.`],
  ["Z_DATA_ERROR", badEncoding],
  ["Z_BUF_ERROR", badEncoding],
]);

const FAMILIES: readonly (readonly [RegExp, Explain])[] = [
  [/^(?:HPE_|HTTPParserError|UND_ERR_RES)/, (host) => `"${host}" does not speak proper HTTP.`],
  [/CERT|SIGNATURE|ISSUER/, (host) => `The certificate of "${host}" is not trusted.`],
  [/^(?:ERR_SSL|EPROTO)/, (host, port) => `"${host}" does not speak TLS on port ${port}.`],
  [/^ERR_(?:BROTLI|_)/, badEncoding],
];

/** Says in words what a socket, a name server, TLS or the HTTP parser says in codes (E41). */
export function explainFailure(cause: unknown, url: URL): CapstanError {
  if (cause instanceof CapstanError) return cause;
  const code = codeOf(cause);
  const explain =
    EXPLANATIONS.get(code) ?? FAMILIES.find(([pattern]) => pattern.test(code))?.[1] ?? unknown;
  return new CapstanError("WEB_FAILED", explain(hostOf(url), portOf(url)), { cause });
}

const unknown: Explain = (host) => `"${host}" could not be reached.`;

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  // Some errors of undici's parser have a name and no code; those of deadlines have the number of old.
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

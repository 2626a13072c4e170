// Answers that prove that nothing ran, for each way to call another program. After every other answer
// the effect may have happened, whatever the answer says of it.

/**
 * The request was refused before a method was called: it is no JSON, no request, unknown, or misfits. By
 * the protocol of MCP the last two come before any effect as well: the client lacks a capability that the
 * call has to ask through (such a call is made again from its start), or speaks an unknown version.
 */
const JSON_RPC_REFUSALS: ReadonlySet<number> = new Set([
  ...[-32_700, -32_600, -32_601, -32_602],
  ...[-32_021, -32_022],
]);

/** Client errors, but for those that say that the server or a proxy stopped waiting. */
const HTTP_TIMEOUTS: ReadonlySet<number> = new Set([408, 499]);
const HTTP_NOT_IMPLEMENTED = 501;

/** No connection stood, so that no request was sent. */
const UNCONNECTED: ReadonlySet<string> = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
  ...["UND_ERR_CONNECT_TIMEOUT", "HOST_REFUSED", "URL_INVALID"],
]);

export const nothingRan = {
  afterJsonRpcError: (code: number): boolean => JSON_RPC_REFUSALS.has(code),
  afterHttpStatus: (status: number): boolean =>
    (status >= 400 && status < 500 && !HTTP_TIMEOUTS.has(status)) ||
    status === HTTP_NOT_IMPLEMENTED,
  afterFailure: (code: string): boolean => UNCONNECTED.has(code),
};

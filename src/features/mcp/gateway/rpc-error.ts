/** What is wrong with a request before the protocol's own object sees it, as JSON-RPC says it. */
export function rpcError(
  status: number,
  message: string,
  { code = -32_000, id = null }: { readonly code?: number; readonly id?: unknown } = {},
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id }, { status });
}

/**
 * A call of an MCP client that a person was asked about. The same call, made again by that client, is
 * this one, until its outcome was handed over.
 */
export type AwaitedCall = {
  readonly invocationId: string;
  /** A digest of who calls what with which inputs: what makes two calls the same. */
  readonly digest: string;
  /** The client's connection, which is the only one to ask for it while that lasts. */
  readonly connection: string;
  readonly sessionId: string;
  readonly askedAt: string;
};

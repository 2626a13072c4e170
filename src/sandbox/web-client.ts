/** Every limit is the caller's: a client has no defaults of its own. */
export type WebRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From sending to the first byte of the answer, redirects included. */
  readonly firstByteMs: number;
  /** For the whole body, after its first byte. */
  readonly bodyMs: number;
  /** Of the body, decoded. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Called when a connection stands: from then on the other side may have received the request. */
  readonly onConnected?: () => void;
  /** Told how much of the body has come, decoded, with every piece of it. */
  readonly onBytes?: (bytes: number) => void;
};

export type WebAnswer = {
  /** Where the redirects ended that stay on its host. */
  readonly url: string;
  /** Where a redirect to another host leads: to go there is another request, and another decision. */
  readonly redirect: string | null;
  readonly status: number;
  /** Names in lower case; a repeated header is joined by ", ". */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
  /** Why the body ends early. */
  readonly cut: "size" | "time" | null;
};

/**
 * Reaches other machines, and only those that may be reached: no private, loopback or link-local
 * address unless the owner allowed its host. Rejects with URL_INVALID, HOST_REFUSED,
 * WEB_TIMED_OUT or WEB_FAILED.
 */
export interface WebClient {
  request(request: WebRequest): Promise<WebAnswer>;
}

/** Checked addresses of hosts, for programs that would resolve a name once more. */
export interface HostAddresses {
  /** Rejects like a request to this URL. */
  addressesOf(url: string, signal: AbortSignal): Promise<readonly string[]>;
}

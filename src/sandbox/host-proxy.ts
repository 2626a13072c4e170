/** A way out of a box, to some hosts and no others. */
export interface OpenProxy {
  /** A Unix socket of this machine that speaks HTTP as a proxy does. */
  readonly socket: string;
  /** Ends it with every connection that goes through it. */
  close(): Promise<void>;
}

/** Opens ways to hosts, each as `host` or `host:port`, under the rules of the web client. */
export interface HostProxy {
  open(hosts: readonly string[]): Promise<OpenProxy>;
}

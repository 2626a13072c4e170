/** A way out of a box, to some hosts and no others. */
export interface OpenProxy {
  /** A folder of this machine with a Unix socket named `socket` that speaks HTTP as a proxy does. */
  readonly folder: string;
  /** Ends it with every connection that goes through it. */
  close(): Promise<void>;
}

/** Opens ways to hosts, each as `host` or `host:port`, under the rules of the web client. */
export interface HostProxy {
  open(hosts: readonly string[]): Promise<OpenProxy>;
}

import type { ChildProcess } from "node:child_process";

/** Starts `capstan serve` detached, with stdio `["ignore", "ignore", "pipe"]`. */
export type Launch = () => { readonly child: ChildProcess };

/** Orders of the server to the process of the proxy that it started. */
export type Order =
  | {
      readonly type: "open";
      readonly id: number;
      /** Where it listens: a path that boxes are given. */
      readonly socket: string;
      /** The hosts that this box was given. */
      readonly hosts: readonly string[];
      /** Private hosts that any box may be given. */
      readonly allowHosts: readonly string[];
    }
  | { readonly type: "close"; readonly id: number };

/** Answers to orders, by their ids. */
export type Answer =
  | { readonly type: "opened"; readonly id: number }
  | { readonly type: "closed"; readonly id: number }
  | { readonly type: "failed"; readonly id: number; readonly message: string };

import type { Io } from "../command.ts";

/** Where lines come from: a person at a terminal, or a pipe. */
export type Typist = Pick<Io, "ask" | "onInterrupt" | "close">;

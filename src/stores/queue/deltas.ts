import type { Progress } from "../../schema/progress.ts";

/** A piece of what a model is writing. It is shown and forgotten: the answer itself is stored. */
export type Delta = { readonly sessionId: string; readonly turn: number; readonly text: string };

/** How far a call says it has come. Shown and forgotten as well: its outcome is stored. */
export type ProgressDelta = {
  readonly sessionId: string;
  readonly turn: number;
  readonly progress: Progress & { readonly invocationId: string; readonly toolId: string };
};

/** Carries what is under way to whoever looks on. It may lose pieces, and never keeps any. */
export interface Deltas {
  tell(delta: Delta | ProgressDelta): void;
  /** Returns the function that ends it. */
  listen(sessionId: string, listener: (delta: Delta | ProgressDelta) => void): () => void;
}

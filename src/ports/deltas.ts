/** A piece of what a model is writing. It is shown and forgotten: the answer itself is stored. */
export type Delta = { readonly sessionId: string; readonly turn: number; readonly text: string };

/** Carries what is being written to whoever looks on. It may lose pieces, and never keeps any. */
export interface Deltas {
  tell(delta: Delta): void;
  /** Returns the function that ends it. */
  listen(sessionId: string, listener: (delta: Delta) => void): () => void;
}

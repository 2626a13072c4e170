/** Tells that something of a session was committed; what, the store knows. May tell too often, never too late. */
export interface Signals {
  notify(sessionId: string): void;
  /** Returns the function that ends the subscription. */
  subscribe(sessionId: string, listener: () => void): () => void;
}

/** `moved`: the session itself is another than before. `grew`: only its events are more. */
export type Happened = "moved" | "grew";

/** Tells that something of a session was committed; what, the store knows. May tell too often, never too late. */
export interface Signals {
  notify(sessionId: string, happened: Happened): void;
  /** Returns the function that ends the subscription. */
  subscribe(sessionId: string, listener: (happened: Happened) => void): () => void;
}

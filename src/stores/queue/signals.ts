/** `state_changed`: the session itself is another than before. `events_added`: only its events are more. */
export type SessionSignal = "state_changed" | "events_added";

/** Tells that something of a session was committed; what, the store knows. May tell too often, never too late. */
export interface Signals {
  notify(sessionId: string, happened: SessionSignal): void;
  /** Returns the function that ends the subscription. */
  subscribe(sessionId: string, listener: (happened: SessionSignal) => void): () => void;
}

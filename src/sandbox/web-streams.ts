/** Asks one server, and reads its answers as they come; under the rules of the web client. */
export interface WebStreams {
  /** As `fetch`, to that server alone, following no redirect. A body that is too long is an error. */
  fetch(url: string | URL, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

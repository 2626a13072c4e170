import type { HubClient } from "../ports/hub.ts";
import type { HubTools } from "./hub-tools.ts";

export function createHubClient(_tools: HubTools): HubClient {
  throw new Error("not yet");
}

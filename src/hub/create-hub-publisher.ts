import type { HubPublisher } from "../ports/hub.ts";
import type { HubTools } from "./hub-tools.ts";

export function createHubPublisher(_tools: HubTools): HubPublisher {
  throw new Error("not yet");
}

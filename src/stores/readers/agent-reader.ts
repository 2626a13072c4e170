import type { Agent } from "../../schema/agent.ts";
import type { Listing, Page } from "../../schema/page.ts";

export interface AgentReader {
  get(id: string): Promise<Agent | undefined>;
  /** The oldest agent of this name. */
  getByName(name: string): Promise<Agent | undefined>;
  /** Oldest first. */
  list(page: Page): Promise<Listing<Agent>>;
}

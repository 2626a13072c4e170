import type { JsonObject } from "../../base/json.ts";
import type { FeatureKey } from "../../engine/feature-key.ts";
import type { SourceState } from "../../gate/catalog/source.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Trust } from "../../schema/capability.ts";
import type { McpPackage } from "../../schema/mcp-server.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import type { RecallRequest } from "../programs/packages/package-requests.ts";
import type { McpServers } from "./mcp-client.ts";

export const MCP: FeatureKey<McpAdmin & McpServers> = { name: "mcp" };

/** A configured MCP server, and how it is. */
export type McpServerReport = SourceState & {
  readonly id: string;
  /** How many of its tools are listed. */
  readonly tools: number;
  readonly trust: Trust;
  /** Where it is configured: in a file of the owner's, or over the API. */
  readonly from: "settings" | "added";
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  /** What its command was found to be, and stays. */
  readonly package: McpPackage | null;
  /** Absolute arguments that it cannot see, because its access does not have them. */
  readonly unseen: readonly string[];
  /** The end of what it wrote to its standard error. */
  readonly log: string;
  /** Whether somebody has signed in at it, or has to before it answers. */
  readonly signIn: "none" | "needed" | "signed_in";
  /** Its packages wait for an approval. */
  readonly asks?: { readonly approvalIds: readonly string[]; readonly packages: readonly string[] };
};

/** Where a browser comes back to from signing in at a remote server. */
export const SIGN_IN_PATH = "/mcp/sign-in";
/** Where authorization servers read who we are. */
export const CLIENT_METADATA_PATH = "/mcp/client-metadata.json";

/** A server that the `.mcp.json` of a trusted project asks for: found, and neither started nor usable. */
export type FoundMcpServer = {
  readonly id: string;
  readonly project: string;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
  /** Over all of its settings: who adds it says which ones they saw. */
  readonly digest: string;
  /** There is a server of this id already. */
  readonly isAdded: boolean;
  /** Why it cannot be added as it is written. */
  readonly problem: string | null;
};

/** What a browser brings back of a sign-in. */
export type SignInAnswer = {
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
  readonly error?: string | undefined;
};

/** What a server over HTTP lists, without being added; or that it asks who we are first. */
export type SeenServer =
  | {
      readonly state: "listed";
      readonly capability: SourcedCapability;
      /** Sentences about tools that were left out. */
      readonly notes: readonly string[];
      /** Over all that it listed. */
      readonly digest: string;
    }
  | { readonly state: "signs_in" };

/** Adds, removes and looks after MCP servers. */
export interface McpAdmin {
  /** The packages with this digest that a server waits for; undefined where none does. */
  recallPackages: RecallRequest;
  list(): readonly McpServerReport[];
  /** Throws MCP_SERVER_NOT_FOUND. */
  report(id: string): McpServerReport;
  /**
   * Asks a server over HTTP what it lists. Nothing of it is kept, and neither headers nor a sign-in are
   * sent. Rejects with what is wrong.
   */
  look(id: string, url: string, signal: AbortSignal): Promise<SeenServer>;
  /** Resolves when it has listed its tools, failed, or takes longer than anybody waits. */
  add(id: string, config: JsonObject, actor: Actor): Promise<McpServerReport>;
  /** What these projects ask for. */
  found(projects: readonly string[]): readonly FoundMcpServer[];
  /** Adds one of them, as it was shown. */
  addFound(
    wanted: Pick<FoundMcpServer, "id" | "project" | "digest">,
    actor: Actor,
  ): Promise<McpServerReport>;
  /** Resolves when its process is gone. */
  remove(id: string, actor: Actor): Promise<void>;
  /**
   * A link for a person to open, of http or https. Their browser comes back to where everybody reaches us,
   * or else to this origin.
   */
  signIn(id: string, origin: string): Promise<string>;
  /** What authorization servers may read of us; undefined where nobody reaches us from elsewhere. */
  clientMetadata(): JsonObject | undefined;
  /** Their browser came back. Throws UNAUTHENTICATED where nobody waits for it. */
  signedIn(answer: SignInAnswer): Promise<McpServerReport>;
  /**
   * Connects anew, to a new process where it is one, and lists again. Asks for the packages of a server
   * whose lock was never approved.
   */
  refresh(id: string, actor: Actor): Promise<McpServerReport>;
}

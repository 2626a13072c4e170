import type { AgentReader } from "./agent-reader.ts";
import type { ApprovalReader } from "./approval-reader.ts";
import type { AuditReader } from "./audit-reader.ts";
import type { AwaitedCallReader } from "./awaited-call-reader.ts";
import type { BundleReader } from "./bundle-reader.ts";
import type { ContextReader } from "./context-reader.ts";
import type { CustomCapabilityReader } from "./custom-capability-reader.ts";
import type { DelegationReader } from "./delegation-reader.ts";
import type { DeliveryReader } from "./delivery-reader.ts";
import type { ExtensionReader } from "./extension-reader.ts";
import type { FileReader } from "./file-reader.ts";
import type { FolderReader } from "./folder-reader.ts";
import type { GrantReader } from "./grant-reader.ts";
import type { HubReader } from "./hub-reader.ts";
import type { InvocationReader } from "./invocation-reader.ts";
import type { Journal } from "./journal.ts";
import type { ListingReader } from "./listing-reader.ts";
import type { McpServerReader } from "./mcp-server-reader.ts";
import type { OpeningReader } from "./opening-reader.ts";
import type { PackReader } from "./pack-reader.ts";
import type { SecretReader } from "./secret-reader.ts";
import type { SeenToolReader } from "./seen-tool-reader.ts";
import type { SessionReader } from "./session-reader.ts";
import type { SystemReader } from "./system-reader.ts";
import type { TokenReader } from "./token-reader.ts";

/** One database: everything is read through a reader of its noun and written by the journal. */
export interface Store {
  readonly journal: Journal;
  readonly agents: AgentReader;
  readonly tokens: TokenReader;
  readonly sessions: SessionReader;
  readonly invocations: InvocationReader;
  readonly approvals: ApprovalReader;
  readonly awaitedCalls: AwaitedCallReader;
  readonly grants: GrantReader;
  readonly openings: OpeningReader;
  readonly secrets: SecretReader;
  readonly deliveries: DeliveryReader;
  readonly system: SystemReader;
  readonly seenTools: SeenToolReader;
  readonly listings: ListingReader;
  readonly customCapabilities: CustomCapabilityReader;
  readonly mcpServers: McpServerReader;
  readonly packs: PackReader;
  readonly extensions: ExtensionReader;
  readonly folders: FolderReader;
  readonly hub: HubReader;
  readonly contexts: ContextReader;
  readonly delegations: DelegationReader;
  readonly files: FileReader;
  readonly bundles: BundleReader;
  readonly audit: AuditReader;
  /**
   * Writes a whole copy to a new file, and answers its size. Left out where the database has means
   * of its own.
   */
  backup?(file: string): Promise<number>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

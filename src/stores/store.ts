import type { Journal } from "./journal.ts";
import type { AgentReader } from "./readers/agent-reader.ts";
import type { ApprovalReader } from "./readers/approval-reader.ts";
import type { AuditReader } from "./readers/audit-reader.ts";
import type { AwaitedCallReader } from "./readers/awaited-call-reader.ts";
import type { BundleReader } from "./readers/bundle-reader.ts";
import type { ChangeSetReader } from "./readers/change-set-reader.ts";
import type { ContextReader } from "./readers/context-reader.ts";
import type { CustomCapabilityReader } from "./readers/custom-capability-reader.ts";
import type { DelegationReader } from "./readers/delegation-reader.ts";
import type { DeliveryReader } from "./readers/delivery-reader.ts";
import type { FileReader } from "./readers/file-reader.ts";
import type { FolderReader } from "./readers/folder-reader.ts";
import type { GrantReader } from "./readers/grant-reader.ts";
import type { HubReader } from "./readers/hub-reader.ts";
import type { InvocationReader } from "./readers/invocation-reader.ts";
import type { ListingReader } from "./readers/listing-reader.ts";
import type { McpServerReader } from "./readers/mcp-server-reader.ts";
import type { OpeningReader } from "./readers/opening-reader.ts";
import type { PrincipalReader } from "./readers/principal-reader.ts";
import type { SecretReader } from "./readers/secret-reader.ts";
import type { SeenToolReader } from "./readers/seen-tool-reader.ts";
import type { SessionReader } from "./readers/session-reader.ts";
import type { SystemReader } from "./readers/system-reader.ts";
import type { TakeoverReader } from "./readers/takeover-reader.ts";
import type { TokenReader } from "./readers/token-reader.ts";
import type { ToolNameReader } from "./readers/tool-name-reader.ts";
import type { WorkReader } from "./readers/work-reader.ts";

/** One database: everything is read through a reader of its noun and written by the journal. */
export interface Store {
  readonly journal: Journal;
  readonly agents: AgentReader;
  readonly tokens: TokenReader;
  readonly principals: PrincipalReader;
  readonly sessions: SessionReader;
  readonly invocations: InvocationReader;
  readonly approvals: ApprovalReader;
  readonly awaitedCalls: AwaitedCallReader;
  readonly grants: GrantReader;
  readonly openings: OpeningReader;
  readonly secrets: SecretReader;
  readonly deliveries: DeliveryReader;
  readonly system: SystemReader;
  readonly takeovers: TakeoverReader;
  readonly seenTools: SeenToolReader;
  readonly toolNames: ToolNameReader;
  readonly listings: ListingReader;
  readonly customCapabilities: CustomCapabilityReader;
  readonly mcpServers: McpServerReader;
  readonly folders: FolderReader;
  readonly hub: HubReader;
  readonly contexts: ContextReader;
  readonly delegations: DelegationReader;
  readonly files: FileReader;
  readonly bundles: BundleReader;
  readonly changeSets: ChangeSetReader;
  readonly work: WorkReader;
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

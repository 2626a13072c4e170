import { merge } from "./merge.ts";
import type { Queries } from "./queries.ts";
import type { Store } from "./store.ts";
import type { RowType, Writes } from "./table.ts";
import { agents } from "./tables/agents.ts";
import { approvals } from "./tables/approvals.ts";
import { awaitedCalls } from "./tables/awaited-calls.ts";
import { bundles } from "./tables/bundles.ts";
import { changeSets } from "./tables/change-sets.ts";
import { contextEvents } from "./tables/context-events.ts";
import { contexts } from "./tables/contexts.ts";
import { customCapabilities } from "./tables/custom-capabilities.ts";
import { delegations } from "./tables/delegations.ts";
import { deliveries } from "./tables/deliveries.ts";
import { facts } from "./tables/facts.ts";
import { files } from "./tables/files.ts";
import { folderLocks } from "./tables/folder-locks.ts";
import { grants } from "./tables/grants.ts";
import { hub } from "./tables/hub.ts";
import { installedFolders } from "./tables/installed-folders.ts";
import { invocations } from "./tables/invocations.ts";
import { ledger } from "./tables/ledger.ts";
import { mcpServers } from "./tables/mcp-servers.ts";
import { messages } from "./tables/messages.ts";
import { openings } from "./tables/openings.ts";
import { principals } from "./tables/principals.ts";
import { secrets } from "./tables/secrets.ts";
import { seenTools } from "./tables/seen-tools.ts";
import { sessions } from "./tables/sessions.ts";
import { sourceListings } from "./tables/source-listings.ts";
import { system } from "./tables/system.ts";
import { takeovers } from "./tables/takeovers.ts";
import { tokens } from "./tables/tokens.ts";
import { toolNames } from "./tables/tool-names.ts";
import { work } from "./tables/work.ts";
import { workspaceLeases } from "./tables/workspace-leases.ts";

/** Every noun that both databases write and read the same way. */
const TABLES = [
  agents,
  approvals,
  awaitedCalls,
  bundles,
  changeSets,
  contextEvents,
  contexts,
  customCapabilities,
  delegations,
  deliveries,
  facts,
  files,
  folderLocks,
  grants,
  hub,
  invocations,
  ledger,
  mcpServers,
  messages,
  openings,
  principals,
  installedFolders,
  secrets,
  seenTools,
  sessions,
  sourceListings,
  system,
  takeovers,
  tokens,
  toolNames,
  work,
  workspaceLeases,
];

export const TABLE_WRITES: Writes<RowType> = merge(TABLES.map(({ writes }) => writes));

type Readers = Omit<Store, "journal" | "audit" | "backup" | "ping" | "close">;

export function readTables(db: Queries): Readers {
  return merge(TABLES.flatMap((table) => ("reads" in table ? [table.reads(db)] : [])));
}

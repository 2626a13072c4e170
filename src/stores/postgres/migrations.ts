import type { Migration } from "./migrate.ts";
import { nouns } from "./migrations/0001-nouns.ts";
import { memory } from "./migrations/0002-memory.ts";
import { audit } from "./migrations/0003-audit.ts";
import { access } from "./migrations/0004-access.ts";
import { sourceListings } from "./migrations/0005-source-listings.ts";
import { editedInputs } from "./migrations/0006-edited-inputs.ts";
import { bundles } from "./migrations/0007-bundles.ts";
import { workspaces } from "./migrations/0008-workspaces.ts";
import { openings } from "./migrations/0009-access.ts";
import { packs } from "./migrations/0010-packs.ts";
import { mcpServers } from "./migrations/0011-mcp-servers.ts";
import { extensions } from "./migrations/0012-extensions.ts";
import { drift } from "./migrations/0013-drift.ts";
import { installedFolders } from "./migrations/0014-installed-folders.ts";
import { awaitedCalls } from "./migrations/0015-awaited-calls.ts";
import { delegations } from "./migrations/0016-delegations.ts";
import { turnClaims } from "./migrations/0017-turn-claims.ts";
import { hub } from "./migrations/0018-hub.ts";
import { contextList } from "./migrations/0019-context-list.ts";
import { oneRegistry } from "./migrations/0020-one-registry.ts";
import { drafts } from "./migrations/0021-drafts.ts";
import { toolNames } from "./migrations/0022-tool-names.ts";
import { turnTakeovers } from "./migrations/0023-turn-takeovers.ts";
import { pastWork } from "./migrations/0024-past-work.ts";
import { denialReasons } from "./migrations/0025-denial-reasons.ts";
import { principals } from "./migrations/0026-principals.ts";
import { sessionKeys } from "./migrations/0027-session-in-keys.ts";
import { packFolders } from "./migrations/0028-packs-are-folders.ts";
import { changeSets } from "./migrations/0029-change-sets.ts";

/** In the order in which they run. */
export const MIGRATIONS: readonly Migration[] = [
  nouns,
  memory,
  audit,
  access,
  sourceListings,
  editedInputs,
  bundles,
  workspaces,
  openings,
  packs,
  mcpServers,
  extensions,
  drift,
  installedFolders,
  awaitedCalls,
  delegations,
  turnClaims,
  hub,
  contextList,
  oneRegistry,
  drafts,
  toolNames,
  turnTakeovers,
  pastWork,
  denialReasons,
  principals,
  sessionKeys,
  packFolders,
  changeSets,
];

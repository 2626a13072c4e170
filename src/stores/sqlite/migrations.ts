import type { Migration } from "./migrate.ts";
import { firstSlice } from "./migrations/0001-first-slice.ts";
import { gate } from "./migrations/0002-gate.ts";
import { catalog } from "./migrations/0003-catalog.ts";
import { customs } from "./migrations/0004-customs.ts";
import { sessions } from "./migrations/0005-sessions.ts";
import { auditBody } from "./migrations/0006-audit-body.ts";
import { access } from "./migrations/0007-access.ts";
import { sourceListings } from "./migrations/0008-source-listings.ts";
import { editedInputs } from "./migrations/0009-edited-inputs.ts";
import { bundles } from "./migrations/0010-bundles.ts";
import { workspaces } from "./migrations/0011-workspaces.ts";
import { openings } from "./migrations/0012-access.ts";
import { packs } from "./migrations/0013-packs.ts";
import { mcpServers } from "./migrations/0014-mcp-servers.ts";
import { extensions } from "./migrations/0015-extensions.ts";
import { drift } from "./migrations/0016-drift.ts";
import { installedFolders } from "./migrations/0017-installed-folders.ts";
import { awaitedCalls } from "./migrations/0018-awaited-calls.ts";
import { delegations } from "./migrations/0019-delegations.ts";
import { turnClaims } from "./migrations/0020-turn-claims.ts";
import { hub } from "./migrations/0021-hub.ts";
import { contextList } from "./migrations/0022-context-list.ts";
import { oneRegistry } from "./migrations/0023-one-registry.ts";
import { drafts } from "./migrations/0024-drafts.ts";
import { toolNames } from "./migrations/0025-tool-names.ts";
import { turnTakeovers } from "./migrations/0026-turn-takeovers.ts";
import { pastWork } from "./migrations/0027-past-work.ts";
import { denialReasons } from "./migrations/0028-denial-reasons.ts";
import { principals } from "./migrations/0029-principals.ts";
import { sessionKeys } from "./migrations/0030-session-in-keys.ts";
import { packFolders } from "./migrations/0031-packs-are-folders.ts";
import { changeSets } from "./migrations/0032-change-sets.ts";

/** In the order in which they run. */
export const MIGRATIONS: readonly Migration[] = [
  firstSlice,
  gate,
  catalog,
  customs,
  sessions,
  auditBody,
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

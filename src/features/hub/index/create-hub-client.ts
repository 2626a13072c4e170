import { compareBundles } from "../compare/compare-bundles.ts";
import { findIn } from "../findings/find.ts";
import type { HubClient } from "../hub.ts";
import { createFetchBundle } from "../origins/fetch-bundle.ts";
import { createFetchForeign, createFetchVersion } from "./fetch-version.ts";
import type { HubTools } from "./hub-tools.ts";
import { createReadHub, recallHub } from "./read-hub.ts";
import { searchHubs } from "./search-hubs.ts";

/** Reads hubs and bundles: `docs/decisions/0053-the-hub.md` says whom it believes. */
export function createHubClient(tools: HubTools): HubClient {
  const { describe, permissionProblems } = tools;
  return {
    readHub: createReadHub(tools),
    recallHub,
    fetchVersion: createFetchVersion(tools),
    fetchForeign: createFetchForeign(tools),
    fetchBundle: createFetchBundle(tools),
    describe,
    findings: (read) => findIn(read, describe(read), permissionProblems(read)),
    compare: (before, after) => compareBundles(before, after, describe),
    search: searchHubs,
  };
}

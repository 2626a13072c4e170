import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { request } from "./request.ts";

export type { HubDetails, HubInstall, HubItem } from "../../../src/http/client/wire.ts";

const SHOWN = 60;
const STEP_MS = 700;

export const hubSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ["hub", "search", q],
    queryFn: ({ signal }) => request("GET /v1/hub/search", { query: { q, limit: SHOWN }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const hubInstalledQuery = () =>
  queryOptions({
    queryKey: ["hub", "installed"],
    queryFn: ({ signal }) => request("GET /v1/hub/installed", { query: { limit: 500 }, signal }),
  });

export const hubKeysQuery = () =>
  queryOptions({
    queryKey: ["hub", "keys"],
    queryFn: ({ signal }) => request("GET /v1/hub/keys", { signal }),
  });

/** Something to install; the address of its hub where it is known. */
export type HubWanted = {
  readonly name: string;
  readonly version?: string;
  readonly hub?: string;
};

export const hubItemQuery = (wanted: HubWanted) =>
  queryOptions({
    queryKey: ["hub", "item", wanted],
    queryFn: ({ signal }) => request("POST /v1/hub/show", { body: wanted, signal }),
    retry: false,
  });

/** How far it has come, asked while somebody waits. */
export const hubStepsQuery = (isWaiting: boolean) =>
  queryOptions({
    queryKey: ["hub", "steps"],
    queryFn: ({ signal }) => request("GET /v1/hub/steps", { signal }),
    enabled: isWaiting,
    refetchInterval: STEP_MS,
    gcTime: 0,
  });

export const installFromHub = (wanted: HubWanted) =>
  request("POST /v1/hub/install", { body: wanted });

export const syncHubs = () => request("POST /v1/hub/sync", { body: {} });

export const removeHubInstall = (name: string, token: string) =>
  request("DELETE /v1/hub/installed/:name{.+}", { params: { name }, token });

import * as z from "zod";
import { requireScope } from "../../http/authenticate.ts";
import { route } from "../../http/route.ts";
import { listOf, OutcomeView } from "../../http/views.ts";
import { PinnedKey } from "../../schema/hub-trust.ts";
import { Page } from "../../schema/page.ts";
import { Person } from "../../schema/principal.ts";
import {
  HubDetailsView,
  HubInstallView,
  HubItemView,
  viewDetails,
  viewInstall,
} from "./hub-views.ts";
import { HUB } from "./installs/hub-parts.ts";
import { forgetKey, removeInstall, requireInstall } from "./installs/installs.ts";
import { HubLock, lockOf } from "./installs/lock.ts";
import { prepareInstall } from "./installs/prepare-install.ts";
import { requestInstall } from "./installs/request-install.ts";
import { searchHubs } from "./installs/search-hubs.ts";
import { syncHubs } from "./installs/sync-hubs.ts";
import { verifyInstalls } from "./installs/verify-installs.ts";
import { readWanted } from "./installs/wanted.ts";
import { tracked } from "./track-hub.ts";

const Wanted = z.strictObject({
  name: z.string().min(1).max(2_000),
  version: z.string().min(1).max(100).optional(),
  /** The address of the one hub that is meant. */
  hub: z.string().min(1).max(2_000).optional(),
});
const InstallPath = z.object({ name: z.string().max(300) });

export const HubKeyView = PinnedKey.extend({ pinnedBy: Person });

export const hubRoutes = [
  route({
    id: "searchHub",
    method: "GET",
    path: "/v1/hub/search",
    summary: "Search the hubs, as they were last looked at. Without words, everything.",
    scope: "invoke",
    query: Page.extend({ q: z.string().max(200).default("") }),
    answer: listOf(HubItemView).extend({
      /** Hubs that could not be searched, and why; left out where there is none. */
      refused: z
        .array(z.object({ url: z.string(), code: z.string(), message: z.string() }))
        .readonly()
        .optional(),
    }),
    async handle({ engine, signal, query: { q: query, limit, offset } }) {
      const { refused, ...found } = await tracked(engine, "search", signal, (call) =>
        searchHubs(engine, { query, limit, offset }, call),
      );
      return { ...found, ...(refused.length > 0 && { refused }) };
    },
  }),
  route({
    id: "showHubItem",
    method: "POST",
    path: "/v1/hub/show",
    summary:
      "Fetch and verify something that could be installed, and say what it is. Nothing of it runs.",
    // It may read a folder of this machine, or any address.
    scope: "approve",
    body: Wanted,
    example: { name: "acme/weather" },
    answer: HubDetailsView,
    handle: async ({ engine, signal, body }) =>
      viewDetails(
        await tracked(engine, "show", signal, (call) => prepareInstall(engine, body, call)),
      ),
  }),
  route({
    id: "installFromHub",
    method: "POST",
    path: "/v1/hub/install",
    summary: "Ask for something to be installed, or updated: a person decides.",
    scope: "invoke",
    body: Wanted,
    example: { name: "acme/weather", version: "1.2.0" },
    answer: OutcomeView.extend({ item: HubDetailsView }),
    async handle({ engine, actor, signal, body }) {
      // Anything but an entry is an address, or a folder of this machine.
      if (readWanted(body).type === "source") requireScope(actor, "approve");
      const { prepared, outcome } = await tracked(engine, "install", signal, (call) =>
        requestInstall(engine, body, actor, call),
      );
      return { ...outcome, item: viewDetails(prepared) };
    },
  }),
  route({
    id: "syncHubs",
    method: "POST",
    path: "/v1/hub/sync",
    summary: "Look at every hub again: what is newer, and what was withdrawn.",
    scope: "approve",
    body: z.strictObject({}),
    example: {},
    answer: z.object({
      hubs: z
        .array(
          z.object({
            url: z.string(),
            changed: z.boolean(),
            serial: z.int().nullable(),
            entries: z.int(),
            error: z.object({ code: z.string(), message: z.string() }).nullable(),
          }),
        )
        .readonly(),
      updates: z
        .array(z.object({ id: z.string(), installed: z.string(), available: z.string() }))
        .readonly(),
      withdrawn: z
        .array(z.object({ id: z.string(), version: z.string(), reason: z.string() }))
        .readonly(),
    }),
    handle: ({ engine, actor, signal }) =>
      tracked(engine, "sync", signal, (call) => syncHubs(engine, actor.id, call)),
  }),
  route({
    id: "listHubInstalls",
    method: "GET",
    path: "/v1/hub/installed",
    summary: "What was installed from hubs and other sources.",
    scope: "invoke",
    query: Page,
    answer: listOf(HubInstallView),
    async handle({ engine, query: { limit, offset } }) {
      const all = await engine.gate.store.hub.installs();
      const items = all.slice(offset, offset + limit).map((one) => viewInstall(engine, one));
      return { items, total: all.length };
    },
  }),
  route({
    id: "getHubInstall",
    method: "GET",
    path: "/v1/hub/installed/:name{.+}",
    summary: "One thing that was installed, by publisher/name, or by its name.",
    scope: "invoke",
    params: InstallPath,
    answer: HubInstallView,
    handle: async ({ engine, params }) =>
      viewInstall(engine, await requireInstall(engine, params.name)),
  }),
  route({
    id: "removeHubInstall",
    method: "DELETE",
    path: "/v1/hub/installed/:name{.+}",
    summary: "Remove what was installed, once no agent has it.",
    scope: "admin",
    params: InstallPath,
    answer: z.object({ id: z.string(), removed: z.boolean() }),
    async handle({ engine, actor, params }) {
      const { id } = await removeInstall(engine, params.name, actor.id);
      return { id, removed: true };
    },
  }),
  route({
    id: "listHubKeys",
    method: "GET",
    path: "/v1/hub/keys",
    summary: "Whose keys are pinned, and the hubs with theirs.",
    scope: "invoke",
    answer: z.object({
      publishers: z.array(HubKeyView).readonly(),
      hubs: z
        .array(
          z.object({
            url: z.string(),
            key: z.string().nullable(),
            fingerprint: z.string().nullable(),
            serial: z.int().nullable(),
            checkedAt: z.string().nullable(),
          }),
        )
        .readonly(),
    }),
    async handle({ engine: { gate, of } }) {
      const [publishers, seen] = await Promise.all([gate.store.hub.keys(), gate.store.hub.hubs()]);
      const hubs = of(HUB).sources.map(({ url, key: written }) => {
        const known = seen.find((one) => one.url === url);
        const key = known?.key ?? written;
        return {
          url,
          key,
          fingerprint: key === null ? null : of(HUB).fingerprint(key),
          serial: known?.serial ?? null,
          checkedAt: known?.checkedAt ?? null,
        };
      });
      const { people } = gate;
      return {
        publishers: publishers.map((it) => ({ ...it, pinnedBy: people.show(it.pinnedBy) })),
        hubs,
      };
    },
  }),
  route({
    id: "forgetHubKey",
    method: "DELETE",
    path: "/v1/hub/keys/:publisher",
    summary: "Forget the pinned key of a publisher: the next install asks an admin again.",
    scope: "admin",
    params: z.object({ publisher: z.string().max(100) }),
    answer: z.object({ publisher: z.string(), removed: z.boolean() }),
    async handle({ engine, actor, params }) {
      const { publisher } = await forgetKey(engine, params.publisher, actor.id);
      return { publisher, removed: true };
    },
  }),
  route({
    id: "getHubLock",
    method: "GET",
    path: "/v1/hub/lock",
    summary: "What is installed, by digest: the content of capstan-lock.json.",
    scope: "invoke",
    answer: HubLock,
    handle: async ({ engine }) => lockOf(await engine.gate.store.hub.installs()),
  }),
  route({
    id: "verifyHub",
    method: "POST",
    path: "/v1/hub/verify",
    summary:
      "Compare what is installed, byte by byte, with a lock; without one, with that of the home.",
    scope: "approve",
    body: z.strictObject({ lock: HubLock.optional() }),
    example: {},
    answer: z.object({
      ok: z.boolean(),
      items: z
        .array(
          z.object({
            id: z.string(),
            state: z.enum(["same", "changed", "damaged", "missing", "not_locked", "withdrawn"]),
            says: z.string(),
          }),
        )
        .readonly(),
    }),
    handle: ({ engine, signal, body }) =>
      tracked(engine, "verify", signal, (call) => verifyInstalls(engine, body.lock, call)),
  }),
  route({
    id: "listHubSteps",
    method: "GET",
    path: "/v1/hub/steps",
    summary: "How far what the hub does now has come, for who waits for it.",
    scope: "invoke",
    answer: z.object({
      steps: z
        .array(
          z.object({
            what: z.string(),
            says: z.string(),
            done: z.number(),
            total: z.number().nullable(),
          }),
        )
        .readonly(),
    }),
    handle: async ({ engine }) => ({ steps: [...engine.of(HUB).steps] }),
  }),
];

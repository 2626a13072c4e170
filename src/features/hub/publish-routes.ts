import * as z from "zod";
import { route } from "../../http/route.ts";
import { HubName } from "../../schema/hub.ts";
import { HUB } from "./installs/hub-parts.ts";
import { refreshHub, rotateKey } from "./installs/keep-hub.ts";
import { initHub, publishFolder, withdrawItem } from "./installs/publish-folder.ts";
import { tracked } from "./track-hub.ts";

const Folder = z.string().min(1).max(4_096);

/** Of who has a hub that is a folder: what is in it, and the keys that sign it. */
export const publishRoutes = [
  route({
    id: "initHub",
    method: "POST",
    path: "/v1/hub/init",
    summary: "Make a folder of the server's machine a hub, with a key of its own.",
    scope: "approve",
    body: z.strictObject({ folder: Folder, name: HubName }),
    example: { folder: "/srv/my-hub", name: "my-hub" },
    status: 201,
    answer: z.object({
      name: z.string(),
      /** What others write into their settings. */
      key: z.string(),
      fingerprint: z.string(),
      folder: z.string(),
      expiresAt: z.string(),
      /** The file that publishes on merge; null where there was one. */
      workflow: z.string().nullable(),
    }),
    async handle({ engine, body }) {
      const { index, workflow } = await initHub(engine, body);
      const { name, key, expires_at: expiresAt } = index.hub;
      const { folder } = body;
      return {
        name,
        key,
        fingerprint: engine.of(HUB).fingerprint(key),
        folder,
        expiresAt,
        workflow,
      };
    },
  }),
  route({
    id: "publishToHub",
    method: "POST",
    path: "/v1/hub/publish",
    summary: "Check a folder, run its tests, and publish it into a hub that is a folder.",
    // Who asks for it answers for every call that its tests make.
    scope: "approve",
    body: z.strictObject({ folder: Folder, to: Folder, publisher: z.string().max(40).optional() }),
    example: { folder: "/home/me/skills/weather", to: "/srv/my-hub" },
    status: 201,
    answer: z.object({
      identity: z.string(),
      name: z.string(),
      version: z.string(),
      publisher: z.string(),
      author: z.string().nullable(),
      digest: z.string(),
      fingerprint: z.string(),
      serial: z.int(),
      changes: z.array(z.string()).readonly(),
      /** How many checks and tests it passed. */
      tested: z.int(),
      /** What was published without having run, a sentence each. */
      notRun: z.array(z.string()).readonly(),
    }),
    async handle({ engine, actor, signal, body }) {
      const published = await tracked(engine, "publish", signal, ({ onProgress }) =>
        publishFolder(engine, body, {
          actor,
          signal,
          tell: (says, done, total) => onProgress?.({ says, done, total }),
        }),
      );
      const { identity, version, serial, changes, passed, notRun, publisher } = published;
      return {
        identity,
        name: version.name,
        version: version.version,
        publisher,
        author: version.author,
        digest: version.bundle.digest,
        fingerprint: engine.of(HUB).fingerprint(version.signature.key),
        serial,
        changes,
        tested: passed,
        notRun,
      };
    },
  }),
  route({
    id: "withdrawFromHub",
    method: "POST",
    path: "/v1/hub/withdraw",
    summary:
      "Take a version back from a hub that is a folder: who syncs disables it, with the reason.",
    scope: "approve",
    body: z.strictObject({
      name: z.string().min(1).max(200),
      version: z.string().min(1).max(100).optional(),
      reason: z.string().min(1).max(1_000),
      to: Folder,
    }),
    example: { name: "weather", version: "1.2.0", reason: "It loses data.", to: "/srv/my-hub" },
    answer: z.object({ name: z.string(), version: z.string().nullable(), serial: z.int() }),
    async handle({ engine, actor, body: { version, ...body } }) {
      const wanted = { ...body, ...(version !== undefined && { version }) };
      const { hub } = await withdrawItem(engine, wanted, actor.id);
      return { name: body.name, version: version ?? null, serial: hub.serial };
    },
  }),
  route({
    id: "refreshHub",
    method: "POST",
    path: "/v1/hub/refresh",
    summary: "Re-sign the index of a hub that is a folder (signatures expire after 30 days).",
    scope: "approve",
    body: z.strictObject({ to: Folder }),
    example: { to: "/srv/my-hub" },
    answer: z.object({ serial: z.int(), expires_at: z.string() }),
    async handle({ engine, actor, body }) {
      const { hub } = await refreshHub(engine, body.to, actor.id);
      return { serial: hub.serial, expires_at: hub.expires_at };
    },
  }),
  route({
    id: "rotateHubKey",
    method: "POST",
    path: "/v1/hub/rotate-key",
    summary: "Give a hub, or one of its publishers, a new key that the old one names.",
    scope: "admin",
    body: z.strictObject({ to: Folder, publisher: z.string().min(1).max(40).optional() }),
    example: { to: "/srv/my-hub", publisher: "acme" },
    answer: z.object({ key: z.string(), fingerprint: z.string(), serial: z.int() }),
    async handle({ engine, actor, body }) {
      const { index, key } = await rotateKey(engine, body, actor.id);
      return { key, fingerprint: engine.of(HUB).fingerprint(key), serial: index.hub.serial };
    },
  }),
];

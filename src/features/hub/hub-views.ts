import * as z from "zod";
import { packPermissionWords, permissionWords } from "../../base/permission-words.ts";
import type { Engine } from "../../engine/engine.ts";
import { HubKind } from "../../schema/hub.ts";
import { HubInstall } from "../../schema/hub-trust.ts";
import { Person } from "../../schema/principal.ts";
import { SideEffect } from "../../schema/side-effect.ts";
import { HUB } from "./installs/hub-parts.ts";
import type { Prepared } from "./installs/prepare-install.ts";
import { digestNow } from "./installs/take-in.ts";

/** What it is, and who made it. */
const NAMED = {
  /** `publisher/name`; the name alone where nobody signed it. */
  id: z.string(),
  name: z.string(),
  kind: HubKind,
  version: z.string(),
  publisher: z.string().nullable(),
  author: z.string().nullable(),
  description: z.string(),
  digest: z.string(),
};

/** An entry of a hub, as a list shows it. */
export const HubItemView = z.object({
  ...NAMED,
  permissions: z.array(z.string()).readonly(),
  hub: z.string(),
  fingerprint: z.string().nullable(),
  isPinned: z.boolean(),
  installed: z.boolean(),
  installedVersion: z.string().nullable(),
});

const ListChangeView = z.object({
  added: z.array(z.string()).readonly(),
  removed: z.array(z.string()).readonly(),
});

/** What was fetched and verified, with all that a person sees before it is installed. */
export const HubDetailsView = z.object({
  ...NAMED,
  source: z.string(),
  /** `first`: running it pins the key. `unsigned`: nobody signed it. */
  trust: z.enum(["first", "pinned", "rotated", "unsigned"]),
  fingerprint: z.string().nullable(),
  permissions: z.array(z.string()).readonly(),
  /** The same in words. */
  permissionWords: z.array(z.string()).readonly(),
  hosts: z.array(z.string()).readonly(),
  effects: z.array(SideEffect).readonly(),
  actions: z.array(z.string()).readonly(),
  files: z.array(z.object({ path: z.string(), sizeBytes: z.int() })).readonly(),
  /** What its text and code are seen to do; `declared` where it says so itself. */
  findings: z
    .array(
      z.object({
        kind: z.string(),
        says: z.string(),
        declared: z.boolean(),
        places: z.array(z.object({ path: z.string(), line: z.int() })).readonly(),
        more: z.int(),
      }),
    )
    .readonly(),
  installed: z.boolean(),
  installedVersion: z.string().nullable(),
  /** Against the installed version; null where there is none, or it is the same. */
  changes: z
    .object({
      files: z
        .array(
          z.object({
            path: z.string(),
            change: z.enum(["added", "removed", "changed"]),
            diff: z.string().nullable(),
          }),
        )
        .readonly(),
      permissions: ListChangeView,
      hosts: ListChangeView,
      effects: ListChangeView,
      actions: ListChangeView.extend({ changed: z.array(z.string()).readonly() }),
    })
    .nullable(),
});

/** Something that was installed. */
export const HubInstallView = HubInstall.extend({
  installedBy: Person,
  installed: z.literal(true),
  /** Why none of it runs; null when it may. */
  problem: z.string().nullable(),
});

export function viewDetails(prepared: Prepared): z.infer<typeof HubDetailsView> {
  const { described, fetched, before, diff } = prepared;
  const { bundle } = fetched.read;
  const inWords = described.kind === "pack" ? packPermissionWords : permissionWords;
  return {
    id: prepared.id,
    name: described.name,
    kind: described.kind,
    version: prepared.version,
    publisher: prepared.publisher,
    author: described.author,
    description: described.description,
    digest: bundle.digest,
    source: prepared.source,
    trust: prepared.trust,
    fingerprint: prepared.fingerprint,
    permissions: described.permissions,
    permissionWords: described.permissions.map(inWords),
    hosts: described.hosts,
    effects: described.effects,
    actions: described.actions.map(({ name }) => name),
    files: bundle.files.map(({ path, size_bytes }) => ({ path, sizeBytes: size_bytes })),
    findings: prepared.findings,
    installed: before !== null,
    installedVersion: before?.version ?? null,
    changes: diff,
  };
}

export function viewInstall(engine: Engine, install: HubInstall): z.infer<typeof HubInstallView> {
  const isGone = digestNow(engine, install) === undefined;
  const gone = `${install.capabilityId} was removed since. Install it again, or forget it: capstan hub remove ${install.id}.`;
  const problem = isGone ? gone : (engine.of(HUB).withdrawn.why(install.digest) ?? null);
  const installedBy = engine.gate.people.show(install.installedBy);
  return { ...install, installedBy, installed: true, problem };
}

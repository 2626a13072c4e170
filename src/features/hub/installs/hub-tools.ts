import { CapstanError } from "../../../base/errors.ts";
import type { JsonObject, JsonValue } from "../../../base/json.ts";
import type { Engine } from "../../../engine/engine.ts";
import { lockedPackages } from "../../programs/packages/locked-packages.ts";
import { type PackageRequests, packageSummary } from "../../programs/packages/package-requests.ts";
import type { HubCall } from "../hub.ts";
import { HUB } from "./hub-parts.ts";
import { installPrepared } from "./install-prepared.ts";
import { type Prepared, prepareInstall } from "./prepare-install.ts";
import { searchHubs } from "./search-hubs.ts";

type Context = {
  readonly invocationId: string;
  readonly actor: string;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly progress: (progress: { message: string; done?: number; total?: number }) => void;
};

/** What the tools of the capability "hub" do. Each call has been through the gate. */
export type HubToolCode = {
  search(query: string, limit: number, context: Context): Promise<JsonObject>;
  install(inputs: JsonObject, context: Context): Promise<JsonObject>;
  installFrom(inputs: JsonObject, context: Context): Promise<JsonObject>;
  installPackages(inputs: JsonObject, context: Context): Promise<JsonObject>;
};

const FOUND = 50;

export function createHubToolCode(engineNow: () => Engine, requests: PackageRequests): HubToolCode {
  return {
    async search(query, limit, context) {
      const wanted = { query, limit: Math.min(limit, FOUND) };
      const found = await searchHubs(engineNow(), wanted, callOf(context));
      const items = found.items.map((one) => ({
        name: one.id,
        kind: one.kind,
        version: one.version,
        description: one.description,
        permissions: [...one.permissions],
        digest: one.digest,
        hub: one.hub,
        ...(one.isPinned ? {} : { fingerprint: one.fingerprint }),
        installed: one.installedVersion,
      }));
      const refused = found.refused.map(({ url, message }) => ({ hub: url, message }));
      return { items, total: found.total, ...(refused.length > 0 && { refused }) };
    },
    install: (inputs, context) =>
      installWanted(engineNow(), { ...inputs, name: text(inputs.name) }, context),
    installFrom: (inputs, context) =>
      installWanted(engineNow(), { ...inputs, name: text(inputs.source) }, context),
    async installPackages(inputs, { dryRun, actor }) {
      const request = await requests.find(inputs);
      if (dryRun) return packageSummary(request);
      await request.apply(actor);
      requests.remove(inputs);
      const { digest, packages } = inputs;
      return { installed_for: request.for, packages: packages ?? 0, digest: digest ?? null };
    },
  };
}

async function installWanted(
  engine: Engine,
  inputs: JsonObject & { readonly name: string },
  context: Context,
): Promise<JsonObject> {
  if (!context.dryRun) {
    const prepared = await fetchAgain(engine, inputs, context);
    requireWanted(prepared, inputs);
    const approval = await engine.gate.store.approvals.getByInvocation(context.invocationId);
    const { id, version, capabilityId, digest } = await installPrepared(engine, prepared, {
      askedBy: context.actor,
      decidedBy: approval?.answeredBy ?? context.actor,
    });
    return { installed: `${id}@${version}`, capability_id: capabilityId, digest };
  }
  const shown = engine.of(HUB).prepared.get(text(inputs.digest));
  // Before an approval only the owner's hubs are asked, and no address that a model may have made up.
  if (!shown && inputs.source !== undefined) return { source: inputs.source, fetched: "after Run" };
  // That it cannot be installed any more is something to see.
  try {
    const prepared = shown ?? (await fetchAgain(engine, inputs, context));
    requireWanted(prepared, inputs);
    return { ...summaryOf(prepared), ...(await packagesOf(prepared)) };
  } catch (error) {
    if (!(error instanceof CapstanError)) throw error;
    return { cannot_be_installed: error.message };
  }
}

/** By the hub as it is now: what was withdrawn since, or signed by another key, is refused here. */
function fetchAgain(
  engine: Engine,
  { name, version, hub }: JsonObject & { readonly name: string },
  context: Context,
): Promise<Prepared> {
  const wanted = {
    name,
    ...(typeof version === "string" && { version }),
    ...(typeof hub === "string" && { hub }),
  };
  return prepareInstall(engine, wanted, callOf(context));
}

/** Exactly what was approved: the digest, and for a new publisher the key. */
function requireWanted(prepared: Prepared, { digest, fingerprint }: JsonObject): void {
  const { id, version, fetched, trust } = prepared;
  const now = fetched.read.bundle.digest;
  if (now !== digest) {
    const message = `${id}@${version} has another content now (${now}) than the one that was asked for (${text(digest)}). Look at it again: capstan hub show ${id}.`;
    throw new CapstanError("HUB_DIGEST_WRONG", message);
  }
  if (trust !== "first") return;
  if (fingerprint === prepared.fingerprint) return;
  const message = `The key of "${prepared.publisher}" is not pinned yet. An admin pins it with the first install: give the fingerprint ${prepared.fingerprint}, after comparing it with the publisher's own.`;
  throw new CapstanError("HUB_KEY_CHANGED", message);
}

/** What a person reads before Run. Nothing in it depends on when it was asked. */
function summaryOf(prepared: Prepared): JsonObject {
  const { id, version, described, source, trust, fingerprint, findings, diff, before } = prepared;
  const { bundle } = prepared.fetched.read;
  const undeclared = findings.filter(({ declared }) => !declared);
  return {
    item: `${id}@${version}`,
    kind: described.kind,
    replaces: before ? `${before.id}@${before.version}` : NONE,
    key: TRUST[trust],
    // First what speaks against it: the rest may have to be scrolled to.
    findings:
      undeclared.length === 0
        ? NONE
        : undeclared.slice(0, 20).map(({ says, places: [first] }): JsonValue => {
            return first ? `${says} (${first.path}:${first.line})` : says;
          }),
    permissions: listed(described.permissions),
    effects: listed(described.effects),
    hosts: listed(described.hosts),
    changes: diff
      ? {
          files: diff.files.slice(0, 50).map(({ path, change }) => `${change} ${path}`),
          new_permissions: [...diff.permissions.added],
          new_hosts: [...diff.hosts.added],
          new_effects: [...diff.effects.added],
          actions: [...diff.actions.added.map((one) => `new ${one}`), ...diff.actions.changed],
        }
      : NONE,
    description: described.description,
    author: described.author ?? NONE,
    source,
    signed_by: fingerprint ?? "nobody: it is pinned by its digest",
    digest: bundle.digest,
    files: bundle.files.length,
    bytes: bundle.files.reduce((sum, file) => sum + file.size_bytes, 0),
  };
}

/** Packages of its locks: who installs it approves them. */
async function packagesOf({ fetched }: Prepared): Promise<JsonObject> {
  const packages = await lockedPackages(fetched.read);
  return packages.length === 0 ? {} : { packages: [...packages] };
}

const NONE = "none";

function listed(all: readonly string[]): string {
  return all.join(", ") || NONE;
}

const TRUST: Readonly<Record<Prepared["trust"], string>> = {
  first: "new here: running this pins it",
  pinned: "the pinned one",
  rotated: "a new one, which the pinned one names",
  unsigned: "none",
};

function callOf({ signal, progress }: Context): HubCall {
  return {
    signal,
    onProgress: ({ says, done, total }) =>
      progress({ message: says, done, ...(total !== null && { total }) }),
  };
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

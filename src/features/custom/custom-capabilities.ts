import increment from "semver/functions/inc.js";
import isLower from "semver/functions/lt.js";
import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { orderByNeed } from "../../engine/composition/order-by-need.ts";
import type { Engine } from "../../engine/engine.ts";
import { requireUnused } from "../../engine/sessions/require-unused.ts";
import { systemAudit } from "../../gate/audit/system-audit.ts";
import { versionStep } from "../../gate/catalog/version-step.ts";
import { schemaFault } from "../../gate/inputs/schema-problems.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Capability } from "../../schema/capability.ts";
import { readEntry } from "../../schema/capability-entry.ts";
import {
  type CustomManifest,
  customIdOf,
  MANIFEST_SOURCE,
  type StoredCapability,
} from "../../schema/custom-capability.ts";
import { createPatterns, type Patterns } from "../../schema/json-schema/patterns.ts";
import { parseCustom } from "../../schema/parse-custom.ts";

/** Every version of it stands in the audit trail. */
const MAX_SIZE = 200_000;

/** Checks a manifest as if it were added; nothing is stored. */
export function checkCustom({ gate }: Engine, value: JsonValue): CustomManifest {
  const size = JSON.stringify(value).length;
  if (size > MAX_SIZE) {
    const message = `The capability has ${size} characters; ${MAX_SIZE} are allowed.`;
    throw new CapstanError("CAPABILITY_INVALID", message, { details: { field: "manifest" } });
  }
  const manifest = parseCustom(bareId(value));
  tryOutSchemas(manifest);
  const own = customIdOf(manifest.id);
  const needsOf = (id: string) =>
    (id === own
      ? (manifest.dependencies ?? [])
      : (gate.catalog.getCapability(id)?.dependencies ?? [])
    ).map((entry) => readEntry(entry).id);
  for (const need of needsOf(own)) {
    if (need === own || gate.catalog.getCapability(need)) continue;
    const message = `"${own}" needs "${need}", which does not exist.`;
    throw new CapstanError("CAPABILITY_UNKNOWN", message, { details: { capability_id: need } });
  }
  orderByNeed([own], needsOf);
  return manifest;
}

export async function addCustom(
  engine: Engine,
  value: JsonValue,
  actor: Actor,
): Promise<Capability> {
  const { gate } = engine;
  const manifest = checkCustom(engine, value);
  const id = customIdOf(manifest.id);
  if (gate.catalog.getCapability(id)) {
    const message = `"${id}" exists already. Change it with PATCH /v1/capabilities/${id}.`;
    throw new CapstanError("STATE_CONFLICT", message, { details: { capability_id: id } });
  }
  const now = timestamp(gate.clock.now());
  const custom: StoredCapability = {
    id: manifest.id,
    version: manifest.version,
    manifest: manifest as JsonObject,
    createdBy: actor.id,
    createdAt: now,
    updatedAt: now,
  };
  return put(engine, custom, null, actor);
}

/** Fields that are given replace those that were there; the version moves as far as it must. */
export async function patchCustom(
  engine: Engine,
  id: string,
  patch: JsonObject,
  actor: Actor,
): Promise<Capability> {
  const before = await requireCustom(engine, id);
  const base = isJsonObject(before.manifest) ? before.manifest : {};
  const { version, ...changes } = patch;
  const wanted = { ...base, ...changes, id: before.id, version: before.version };
  const manifest = checkCustom(engine, wanted);
  const lowest = lowestVersion(before, manifest);
  if (version !== undefined && (typeof version !== "string" || isTooLow(version, lowest))) {
    const message = `This change needs version ${lowest} or higher, because of what its tools now are.`;
    throw new CapstanError("VERSION_TOO_LOW", message, {
      details: { field: "version", lowest },
    });
  }
  const next = parseCustom({ ...manifest, version: version ?? lowest });
  const custom = {
    ...before,
    version: next.version,
    manifest: next as JsonObject,
    updatedAt: timestamp(engine.gate.clock.now()),
  };
  return put(engine, custom, before.version, actor);
}

export async function removeCustom(engine: Engine, id: string, actor: Actor): Promise<void> {
  const { gate } = engine;
  const custom = await requireCustom(engine, id);
  const own = customIdOf(custom.id);
  await requireUnused(gate, own, 'retire it: {"status": "retired"}');
  await gate.store.journal.commit("capability.remove", [
    { type: "capability.remove", id: custom.id },
    systemAudit(gate, "capability.removed", actor.id, { capability_id: own }),
  ]);
  await gate.catalog.refresh(MANIFEST_SOURCE);
}

async function put(
  { gate }: Engine,
  custom: StoredCapability,
  expect: string | null,
  actor: Actor,
): Promise<Capability> {
  const id = customIdOf(custom.id);
  const type = expect === null ? "capability.created" : "capability.changed";
  await gate.store.journal.commit("capability.put", [
    { type: "capability.put", custom, expect },
    // The whole text: what it was before can be read in the record before.
    systemAudit(gate, type, actor.id, { capability_id: id, manifest: custom.manifest }),
  ]);
  await gate.catalog.refresh(MANIFEST_SOURCE);
  const capability = gate.catalog.getCapability(id);
  if (capability) return capability;
  throw new CapstanError("CAPABILITY_NOT_FOUND", `"${id}" was stored and cannot be listed.`);
}

async function requireCustom({ gate }: Engine, id: string): Promise<StoredCapability> {
  const custom = (await gate.store.customCapabilities.list()).find(
    (it) => customIdOf(it.id) === id,
  );
  if (custom) return custom;
  throw new CapstanError("CAPABILITY_NOT_FOUND", `No capability "${id}".`, {
    details: { capability_id: id },
  });
}

/** What the change makes of the version; to mend a broken manifest is a patch. */
function lowestVersion(before: StoredCapability, after: CustomManifest): string {
  let old: CustomManifest;
  try {
    old = parseCustom(before.manifest);
  } catch {
    return increment(before.version, "patch") ?? after.version;
  }
  const actions = ({ tools }: CustomManifest) =>
    tools.map(({ name, input_schema, output_schema }) => ({
      name,
      inputSchema: input_schema,
      outputSchema: output_schema ?? null,
    }));
  return increment(before.version, versionStep(actions(old), actions(after))) ?? after.version;
}

function isTooLow(version: string, lowest: string): boolean {
  try {
    return isLower(version, lowest);
  } catch {
    return true;
  }
}

/** People may write the id with its kind in front, as it is listed. */
function bareId(value: JsonValue): JsonValue {
  if (!isJsonObject(value) || typeof value.id !== "string") return value;
  return { ...value, id: value.id.replace(/^ext:/, "") };
}

/** A schema that cannot be used would fail in the middle of somebody's call. */
function tryOutSchemas({ tools, config_schema }: CustomManifest): void {
  const patterns = createPatterns();
  for (const [index, { input_schema, output_schema }] of tools.entries()) {
    tryOut(input_schema, `tools.${index}.input_schema`, patterns);
    if (output_schema) tryOut(output_schema, `tools.${index}.output_schema`, patterns);
  }
  if (config_schema) tryOut(config_schema, "config_schema", patterns);
}

function tryOut(schema: JsonObject, field: string, patterns: Patterns): void {
  const fault = schemaFault(schema, patterns);
  if (fault === undefined) return;
  const message = `"${field}" is not a JSON Schema that can be used: ${fault}`;
  throw new CapstanError("CAPABILITY_INVALID", message, { details: { field } });
}

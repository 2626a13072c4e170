import * as z from "zod";
import { digest } from "../../base/digest.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { ReplayCase } from "../../policy/replay.ts";
import { Scope } from "../../schema/actor.ts";
import type { AuditRecord } from "../../schema/audit-record.ts";
import { Decision } from "../../schema/decision.ts";
import { Mode } from "../../schema/mode.ts";
import { Profile } from "../../schema/profile.ts";
import type { Gate } from "../gate.ts";

const PAGE = 2_000;
const MAX_CASES = 100_000;

type Recorded = {
  readonly cases: readonly ReplayCase[];
  /** Calls of tools that are no longer in the catalog: nobody can say what they were. */
  readonly gone: number;
};

/** The decisions that the audit has on record since a time, each call once, to be decided anew. */
export async function recordedCalls(gate: Gate, since: string): Promise<Recorded> {
  // Newest first, so that what is left for a call in the end is its first decision.
  const byCall = new Map<string, AuditRecord>();
  for (let offset = 0; offset < MAX_CASES; offset += PAGE) {
    const { items } = await gate.store.audit.list({ since, limit: PAGE, offset });
    for (const record of items) {
      if (record.invocationId && record.data.effect) byCall.set(record.invocationId, record);
    }
    if (items.length < PAGE) break;
  }
  const cases = [...byCall.values()].reverse().map((record) => caseOf(gate, record));
  const found = cases.filter((it) => it !== undefined);
  return { cases: found, gone: cases.length - found.length };
}

function caseOf(gate: Gate, { data, ...record }: AuditRecord): ReplayCase | undefined {
  const tool = record.toolId ? gate.catalog.getTool(record.toolId) : undefined;
  if (!tool || !record.invocationId) return undefined;
  const inputs: JsonObject = isJsonObject(data.inputs ?? null) ? (data.inputs as JsonObject) : {};
  return {
    invocationId: record.invocationId,
    at: record.ts,
    recorded: Decision.shape.effect.parse(data.effect),
    redacted: digest(inputs) !== data.input_digest,
    request: {
      tool,
      inputs,
      hosts: z.string().array().catch([]).parse(data.hosts),
      actor: {
        id: gate.people.show(record.actor).id,
        scopes: Scope.array().catch([]).parse(data.scopes),
      },
      profile: Profile.catch(gate.policy.profile).parse(data.profile),
      mode: Mode.catch("execution").parse(data.mode),
      dryRun: data.dry_run === true,
      specFrozen: data.spec_frozen_at !== undefined,
      tainted: data.tainted === true,
      approver: null,
    },
  };
}

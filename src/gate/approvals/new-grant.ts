import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Actor } from "../../schema/actor.ts";
import type { StandingGrant } from "../../schema/standing-grant.ts";
import type { Gate } from "../gate.ts";

type Wanted = Pick<
  StandingGrant,
  "toolId" | "definition" | "access" | "match" | "input" | "sessionId" | "actor" | "approvalId"
> & { readonly expiresInS?: number | undefined };

/** A remembered answer of this approver, from now on. */
export function newGrant(
  gate: Pick<Gate, "clock" | "newId">,
  { expiresInS, ...wanted }: Wanted,
  approver: Actor,
): StandingGrant {
  const now = gate.clock.now();
  return {
    ...wanted,
    id: gate.newId("grant"),
    level: approver.scopes.includes("admin") ? "admin" : "user",
    createdBy: approver.id,
    createdAt: timestamp(now),
    expiresAt: expiresInS === undefined ? null : timestamp(now + expiresInS * 1_000),
    revokedBy: null,
    revokedAt: null,
  };
}

export function grantData({ id, match, sessionId, level, expiresAt }: StandingGrant): JsonObject {
  const scope = sessionId === null ? "always" : "session";
  return { grant_id: id, match, scope, level, expires_at: expiresAt };
}

/** An answer that may not be remembered like this. */
export function grantRefused(message: string): CapstanError {
  return new CapstanError("GRANT_REFUSED", message, { details: { field: "remember" } });
}

/** The refusal that every way to remember an answer gives under the strictest profile. */
export const STRICT = `Under the profile "strict" every call is asked about: nothing is remembered.`;

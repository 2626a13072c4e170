import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Actor } from "../../schema/actor.ts";
import { ADMIN_ID, OWNER_ID, type Principal } from "../../schema/principal.ts";
import type { Change } from "../../stores/journal.ts";
import { systemAudit } from "../audit/system-audit.ts";
import type { Gate } from "../gate.ts";

type Writer = Pick<Gate, "store" | "clock" | "newId">;

/** Capstan itself, its owner and its admin have these names. */
const RESERVED: ReadonlySet<string> = new Set(["owner", "admin", "system", "settings"]);

/** A new one, and the changes that make it. */
export function newPrincipal(
  gate: Writer,
  { name, kind }: Pick<Principal, "name" | "kind">,
  by: Actor,
): { readonly principal: Principal; readonly changes: readonly Change[] } {
  refuseReserved(name);
  const principal: Principal = {
    id: gate.newId("prn"),
    kind,
    name,
    state: "active",
    origin: "local",
    createdAt: timestamp(gate.clock.now()),
    lastSeenAt: null,
    formerName: null,
  };
  const { id } = principal;
  return {
    principal,
    changes: [
      { type: "principal.add", principal },
      systemAudit(gate, "principal.created", by.id, { principal_id: id, name, kind }),
    ],
  };
}

export async function createPrincipal(
  gate: Writer,
  wanted: Pick<Principal, "name" | "kind">,
  by: Actor,
): Promise<Principal> {
  const { principal, changes } = newPrincipal(gate, wanted, by);
  await gate.store.journal.commit("principal.add", changes);
  return principal;
}

/** Another name, or another state. A disabled principal keeps all they did, and does nothing. */
export async function changePrincipal(
  gate: Writer,
  id: string,
  wanted: Partial<Pick<Principal, "name" | "state">>,
  by: Actor,
): Promise<Principal> {
  const before = await requirePrincipal(gate, id);
  if (wanted.name !== undefined && wanted.name !== before.name) refuseReserved(wanted.name);
  if (wanted.state === "disabled" && (id === OWNER_ID || id === ADMIN_ID)) {
    const message = `"${before.name}" cannot be disabled: replace its key. capstan admin reset makes a new one for the admin.`;
    throw new CapstanError("REQUEST_INVALID", message, { details: { field: "state" } });
  }
  const principal = { ...before, ...wanted };
  const { name, state } = principal;
  if (name === before.name && state === before.state) return before;
  const now = timestamp(gate.clock.now());
  const was = { name: before.name, state: before.state };
  await gate.store.journal.commit("principal.put", [
    { type: "principal.put", principal, now },
    systemAudit(gate, "principal.changed", by.id, { principal_id: id, name, state, was }),
  ]);
  return principal;
}

export async function requirePrincipal(
  { store }: Pick<Gate, "store">,
  id: string,
): Promise<Principal> {
  const found = await store.principals.get(id);
  if (found) return found;
  const message = `No principal "${id}". List them with GET /v1/principals.`;
  throw new CapstanError("PRINCIPAL_NOT_FOUND", message);
}

function refuseReserved(name: string): void {
  if (!RESERVED.has(name)) return;
  throw new CapstanError("REQUEST_INVALID", `"name" is reserved: "${name}".`, {
    details: { field: "name" },
  });
}

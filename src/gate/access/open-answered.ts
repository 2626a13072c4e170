import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { AccessScope } from "../../schema/access.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Approval } from "../../schema/approval.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { Opening } from "../../schema/opening.ts";
import type { Change } from "../../stores/journal.ts";
import { auditOf } from "../entries.ts";
import type { Gate } from "../gate.ts";
import { changedData } from "./changed-data.ts";
import { openingsOf } from "./open-once.ts";

type Answered = {
  readonly approval: Approval;
  readonly invocation: Invocation;
  readonly actor: Actor;
};

/** What a person opens with Run: for this call alone, or stored for their session or for good. */
export async function openAnswered(
  gate: Gate,
  { approval, invocation, actor }: Answered,
  scope: AccessScope | undefined,
): Promise<{ readonly approval: Approval; readonly changes: readonly Change[] }> {
  if (!approval.access) {
    if (scope === undefined) return { approval, changes: [] };
    throw refused("This approval opens nothing: leave `access` out.");
  }
  const opened: AccessScope = scope ?? "once";
  if (opened === "session" && invocation.sessionId === null) {
    throw refused('This call belongs to no session: open it "once" or "always".');
  }
  await assertSame(gate, approval);
  const answered: Approval = { ...approval, opened };
  const sessionId = opened === "session" ? invocation.sessionId : null;
  const stored: Opening[] =
    opened === "once"
      ? []
      : openingsOf(approval, capabilityOf(gate, approval)).map((opening) => ({
          ...opening,
          id: gate.newId("open"),
          sessionId,
          givenBy: actor.id,
          givenAt: timestamp(gate.clock.now()),
        }));
  const data = {
    ...changedData(capabilityOf(gate, approval), { opened: stored, closed: [] }),
    approval_id: approval.id,
    scope: opened,
    ...(opened === "once" && { opened: [...approval.access.paths, ...approval.access.hosts] }),
  };
  return {
    approval: answered,
    changes: [
      ...stored.map((opening) => ({ type: "opening.add" as const, opening })),
      auditOf(gate, invocation, "access.changed", data, actor.id),
    ],
  };
}

/** A person opens the folder that they were shown. Those of another machine it checks itself. */
async function assertSame({ folders }: Gate, { roots = [] }: Approval): Promise<void> {
  for (const root of roots) {
    if (root.machine !== folders.machine || (await folders.isSame(root))) continue;
    const message = `"${root.root}" is another folder than the one that was asked about. Deny the call, and make it again.`;
    throw new CapstanError("ROOT_CHANGED", message);
  }
}

function capabilityOf({ catalog }: Gate, { toolId }: Approval): string {
  const tool = catalog.getTool(toolId);
  if (tool) return tool.capabilityId;
  throw new CapstanError("TOOL_NOT_FOUND", `No tool "${toolId}".`);
}

function refused(message: string): CapstanError {
  return new CapstanError("INPUT_INVALID", message, { details: { field: "access" } });
}

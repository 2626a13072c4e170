import type { Engine } from "../../engine/engine.ts";
import { isSuspended } from "../../gate/approvals/find-grant.ts";
import { grantRefused } from "../../gate/approvals/new-grant.ts";
import type { CallFeature } from "../../gate/call-feature.ts";
import { sessionPacks } from "../../schema/attachment.ts";
import { PACKS_CAPABILITY, packIdIn } from "../../schema/pack.ts";
import { ALLOWED_TOOLS_RULE, outsideOf, outsideReason } from "./allowed-tools.ts";
import { bindToPack } from "./bind-to-pack.ts";
import { openPacks } from "./open-packs.ts";
import { packEntry } from "./pack-entry.ts";
import { packIdOf, packReads } from "./pack-reads.ts";
import { PACKS } from "./packs.ts";

/** What the packs of a session have to say about its calls. */
export function packCalls(engine: () => Engine): CallFeature {
  return {
    async entryFor(call) {
      const { gate, of } = engine();
      const packId = packIdIn(call.toolId);
      const { capabilityId } = gate.catalog.getTool(call.toolId) ?? {};
      if (packId === undefined && capabilityId !== PACKS_CAPABILITY) return undefined;
      const parts = { ...gate, packEntries: of(PACKS).entriesOf };
      return { entry: await packEntry(parts, call, packId), ofSession: true };
    },

    async demandsOf(session, turn) {
      if (!sessionPacks(session.attachments).some(({ allowedTools }) => allowedTools)) {
        return undefined;
      }
      const open = await openPacks(engine().gate.store.sessions, session, turn);
      return (tool, inputs) => {
        const packs = outsideOf(open, { tool, inputs });
        if (packs.length === 0) return undefined;
        return {
          rule: ALLOWED_TOOLS_RULE,
          reason: outsideReason(packs),
          bind: packs.join(" "),
          file: `pack:${packs[0]}`,
          until: "the turn ends, and with it what its open packs allow",
        };
      };
    },

    whyAsked: ({ packs }) => (packs === "" ? undefined : outsideReason(packs.split(" "))),

    async remember(answered, { match }) {
      if (answered.approval.binding.packs !== "") {
        throw grantRefused(
          "A call that an open pack does not list is asked about each time: answer without.",
        );
      }
      return match === "pack" ? packReads(engine().gate, answered) : undefined;
    },

    // A session goes on with the pack that it attached, whatever has become of it since.
    isSuspended(grant) {
      if (grant.match !== "pack") return undefined;
      if (grant.sessionId !== null) return false;
      const { gate, of } = engine();
      const entry = gate.catalog.getEntry(grant.toolId);
      const pack = of(PACKS)
        .known()
        .get(grant.input ?? "");
      return isSuspended(entry && pack ? bindToPack(entry, pack).tool : entry?.tool, grant);
    },

    // One tool reads every pack: what was said of one was not said of another.
    serves({ match, input, definition }, { tool, invocation }) {
      if (match === "pack") return input === packIdOf(invocation.inputs);
      return tool.capabilityId !== PACKS_CAPABILITY || definition === tool.digest;
    },
  };
}

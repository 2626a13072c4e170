import { CapstanError } from "../../base/errors.ts";
import { isJsonObject } from "../../base/json.ts";
import type { Call } from "../../gate/call.ts";
import type { CatalogEntry } from "../../gate/catalog/catalog-entry.ts";
import { notFound, resolveTool } from "../../gate/catalog/resolve-tool.ts";
import type { Gate } from "../../gate/gate.ts";
import { type SessionPack, sessionPacks } from "../../schema/attachment.ts";
import { bindToPack } from "./bind-to-pack.ts";
import type { PackEntries } from "./pack-entries.ts";

type Options = Pick<Gate, "catalog" | "store"> & { readonly packEntries: PackEntries };
type OfCall = Pick<Call, "toolId" | "sessionId" | "inputs">;

/**
 * The entry of a call that is about a pack, as its session attached it: one of the pack's own tools,
 * once they were enabled there (P24), or a base tool, bound to the bundle that the call is about.
 */
export async function packEntry(
  { catalog, store, packEntries }: Options,
  call: OfCall,
  /** The pack that has the tool; undefined for a base tool. */
  packId: string | undefined,
): Promise<CatalogEntry> {
  const { toolId, sessionId } = call;
  const session = sessionId === null ? undefined : await store.sessions.get(sessionId);
  const packs = sessionPacks(session?.attachments ?? []);
  if (packId === undefined) return baseEntry(resolveTool(catalog, toolId), packs, call);
  const pack = packs.find(({ id }) => id === packId);
  if (!pack) throw notFound(toolId, `The pack "${packId}" is not attached to this session.`);
  if (!pack.toolsEnabled) {
    const message = `The tools of "${packId}" are not enabled in this session: call capability_packs.enable_tools first.`;
    throw notFound(toolId, message);
  }
  const entry = (await packEntries(pack)).find(({ tool }) => tool.toolId === toolId);
  if (entry) return entry;
  throw notFound(toolId, `The pack "${packId}", as this session has it, has no tool "${toolId}".`);
}

function baseEntry(
  entry: CatalogEntry,
  packs: readonly SessionPack[],
  { toolId, inputs }: OfCall,
): CatalogEntry {
  if (packs.length === 0) {
    throw notFound(toolId, `The tool "${toolId}" exists only in sessions that have a pack.`);
  }
  const wanted = isJsonObject(inputs) ? inputs.pack_id : undefined;
  // Left out or no text: its schema says so.
  if (typeof wanted !== "string") return entry;
  const pack = packs.find(({ id }) => id === wanted);
  if (pack) return bindToPack(entry, pack);
  const attached = packs.map(({ id }) => id).join(", ");
  const message = `The pack "${wanted.slice(0, 100)}" is not attached to this session. Attached: ${attached}.`;
  throw new CapstanError("PACK_NOT_ATTACHED", message, { details: { field: "pack_id" } });
}

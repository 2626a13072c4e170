import type { Client } from "../client.ts";
import { typed } from "../program.ts";
import { type Check, ok, warn } from "./check.ts";

/** Sessions that are looked at: those that were used last. */
const SESSIONS = 50;

/** A model that does not read when a pack is useful does not use it. */
export async function checkPacks(client: Client): Promise<Check> {
  const { items } = (await client.request("GET /v1/sessions", { query: { limit: SESSIONS } })).body;
  const shortened: string[] = [];
  for (const { id, packs } of items) {
    if (packs.length === 0) continue;
    const { body } = await client.request("GET /v1/sessions/:id/packs", { params: { id } });
    if (body.shortened !== "no") shortened.push(id);
  }
  const [first] = shortened;
  if (first === undefined) return ok("packs", "models read all descriptions of attached packs");
  const where = shortened.length === 1 ? "one session" : `${shortened.length} sessions`;
  const message = `In ${where} the descriptions of packs are cut or left out. See: ${typed(`sessions show ${first}`)}`;
  return warn("packs", message);
}

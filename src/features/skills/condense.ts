import { summarise } from "../../engine/compaction/summarise.ts";
import type { Engine } from "../../engine/engine.ts";

const DEADLINE_MS = 20_000;

/** A long summary in fewer words, by the server's model; null where it does not summarise. */
export async function condense({ model }: Engine, text: string): Promise<string | null> {
  if (!model.summarises) return null;
  return summarise(model, text, [], AbortSignal.timeout(DEADLINE_MS));
}

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openBareAi } from "./bare-ai.ts";
import { openCapstan } from "./capstan.ts";
import type { Contender, OpenContender, Place } from "./contender.ts";

const PEERS = join(import.meta.dirname, "..", "peers");

const OPENERS = new Map<string, OpenContender>([
  ["capstan", openCapstan],
  ["ai-stream", async () => openBareAi("stream")],
  ["ai-generate", async () => openBareAi("generate")],
  ["langgraph", openPeer("langgraph.mjs")],
  ["mastra", openPeer("mastra.mjs")],
]);

export async function openContender(name: string, place: Place): Promise<Contender> {
  const open = OPENERS.get(name);
  if (!open)
    throw new Error(`No contender "${name}". There are: ${[...OPENERS.keys()].join(", ")}.`);
  return open(place);
}

/** Plain JavaScript: the types of packages that are installed on demand cannot be checked. */
function openPeer(file: string): OpenContender {
  return async (place) => {
    const module: { open: OpenContender } = await import(pathToFileURL(join(PEERS, file)).href);
    return module.open(place);
  };
}

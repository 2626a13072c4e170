import { readFileSync } from "node:fs";
import { CapstanError } from "../base/errors.ts";
import { takeOwnerLock } from "../stores/sqlite/owner-lock.ts";
import type { Home } from "./home.ts";

/** Takes the home for this process; who already owns it is named. Returns how to give it up. */
export function ownHome(home: Home): () => void {
  try {
    return takeOwnerLock(home.ownerLock);
  } catch (error) {
    if (!(error instanceof CapstanError) || error.code !== "HOME_OWNED") throw error;
    // The code stands in the line: a command that started this server knows by it that it lost.
    const { owner, end } = ownerOf(home);
    const message = `HOME_OWNED: ${owner} owns ${home.folder}. Use it, or ${end}.`;
    throw new CapstanError("HOME_OWNED", message, { cause: error });
  }
}

function ownerOf({ serve }: Home): { readonly owner: string; readonly end: string } {
  try {
    const { url, pid, background } = JSON.parse(readFileSync(serve, "utf8"));
    const owner = `the server at ${url} (process ${pid})`;
    const end = background ? `end it first: it runs in the background, "kill ${pid}" ends it` : END;
    return { owner, end };
  } catch {
    return { owner: "another process, which is just starting or ending,", end: END };
  }
}

const END = "end it first";

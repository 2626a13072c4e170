import { stat } from "node:fs/promises";
import { CapstanError } from "../../base/errors.ts";
import type { Engine } from "../../engine/engine.ts";
import { BUNDLES } from "../../features/bundles/bundles.ts";
import { HUB } from "../../features/hub/installs/hub-parts.ts";
import { type Caller, requireScope } from "../../http/authenticate.ts";
import { addressAddition } from "./add-address.ts";
import { folderAddition } from "./add-folder.ts";
import { hubAddition } from "./add-from-hub.ts";
import { jsonAddition } from "./add-json.ts";
import { serverAddition } from "./add-server.ts";
import type { Addition } from "./addition.ts";
import { recognise, unknown } from "./recognise.ts";

export type WantedAddition = {
  readonly what: string;
  /** Which of several servers is meant, or what a server is to be called. */
  readonly id: string | undefined;
  readonly by: Caller;
  readonly signal: AbortSignal;
};

/** Finds out what is meant. Nothing of it is kept or run. */
export async function findAddition(engine: Engine, wanted: WantedAddition): Promise<Addition> {
  const { what, id, by, signal } = wanted;
  const one = recognise(what);
  if (one.type === "hub") return namedAddition(engine, one.name, wanted);
  // The others tell of this machine, or ask machines that the caller names.
  requireScope(by, "approve");
  switch (one.type) {
    case "json":
      return jsonAddition(engine, one.value, id);
    case "path":
      return pathAddition(engine, one.path);
    case "address":
      return addressAddition(engine, { url: one.url, id, by, signal });
    case "command":
      return serverAddition(engine, {
        id,
        config: { command: one.command, args: [...one.args] },
      });
  }
}

async function pathAddition(engine: Engine, path: string): Promise<Addition> {
  const folderShelf = engine.of(BUNDLES).shelf;
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return folderAddition(engine, await folderShelf.find({ path }));
  const bytes = await engine.of(HUB).readFile(path);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    return folderAddition(engine, await folderShelf.find({ zip: bytes }));
  }
  throw unknown(`${path} is a file, and no zip. Send the text of a JSON file itself.`);
}

/** A name that no hub has may be a package, whose registry only its name does not say. */
async function namedAddition(
  engine: Engine,
  name: string,
  { by, signal }: WantedAddition,
): Promise<Addition> {
  if (/^(?:npm:|git\+)/.test(name)) requireScope(by, "approve");
  try {
    return await hubAddition(engine, name, signal);
  } catch (error) {
    if (!(error instanceof CapstanError) || error.code !== "HUB_ENTRY_NOT_FOUND") throw error;
    const message = `No hub of yours has "${name}". If it is a package of npm, write "npx -y ${name}"; of PyPI, "uvx ${name}"; if it is a folder, its whole path.`;
    throw new CapstanError("ADD_AMBIGUOUS", message, { details: { field: "what" } });
  }
}

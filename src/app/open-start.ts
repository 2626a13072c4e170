import type { AssembleOptions } from "./assemble-options.ts";
import { findOllama, type LocalModel } from "./find-ollama.ts";
import { openModel } from "./open-model.ts";
import { readStart, type Settings } from "./settings.ts";

type Start = {
  readonly settings: Settings;
  readonly models: Required<Pick<AssembleOptions, "model" | "chosen" | "openModel">>;
  /** A model that was found on this machine. It answers where no other was chosen. */
  readonly found: LocalModel | undefined;
};

/** Reads the settings and begins to look for a model on this machine; the function waits for that. */
export function openStart(file: string, env: NodeJS.ProcessEnv): () => Promise<Start> {
  const read = readStart(file, env);
  const { chosen } = read;
  const finding = chosen.source === "default" ? findOllama(env) : undefined;
  return async () => {
    const found = await finding?.();
    const settings = found ? { ...read.settings, model: found.name } : read.settings;
    const model = openModel(settings.model, env);
    const models = {
      model,
      chosen,
      openModel: (name, access) => openModel(name, env, access),
    } satisfies Start["models"];
    return { settings, models, found };
  };
}

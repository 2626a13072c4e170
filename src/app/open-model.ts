import { CapstanError } from "../base/errors.ts";
import { createOfflineModel } from "../models/offline/offline-model.ts";
import { readScript } from "../models/scripted/script.ts";
import { createScriptedModel } from "../models/scripted/scripted-model.ts";
import type { Model } from "../ports/model.ts";

/** The model that a setting names: `offline` or `scripted:<file>`. */
export function openModel(name: string): Model {
  if (name === "offline") return createOfflineModel();
  if (name.startsWith("scripted:")) {
    return createScriptedModel(readScript(name.slice("scripted:".length)));
  }
  throw new CapstanError(
    "SETTINGS_INVALID",
    `Model "${name}" is not supported in this version. Use "offline" or "scripted:<file>".`,
  );
}

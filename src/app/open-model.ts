import { CapstanError } from "../base/errors.ts";
import { openProvider, providerSecrets } from "../models/ai-sdk/open-provider.ts";
import { createOfflineModel } from "../models/offline/offline-model.ts";
import { readScript } from "../models/scripted/script.ts";
import { createScriptedModel } from "../models/scripted/scripted-model.ts";
import type { Model } from "../ports/model.ts";

/** The model that a setting names: `offline`, `scripted:<file>` or `<provider>/<model>`. */
export function openModel(name: string, env: NodeJS.ProcessEnv = process.env): Model {
  if (name === "offline") return createOfflineModel();
  if (name.startsWith("scripted:")) {
    return createScriptedModel(readScript(name.slice("scripted:".length)));
  }
  const load = openProvider(name, env);
  if (load) {
    return lazyModel(async () => {
      const { createAiSdkModel } = await import("../models/ai-sdk/ai-sdk-model.ts");
      return createAiSdkModel({ load, name, secrets: providerSecrets(name, env) });
    });
  }
  throw new CapstanError(
    "SETTINGS_INVALID",
    `There is no model "${name}". Use "offline", "anthropic/<model>", "openai/<model>", "google/<model>", "ollama/<model>" or "scripted:<file>".`,
  );
}

/** Loads with the first request: a start is quick, whatever the model. */
function lazyModel(load: () => Promise<Model>): Model {
  let loading: Promise<Model> | undefined;
  return {
    summarises: true,
    async respond(request) {
      loading ??= load();
      return (await loading).respond(request);
    },
  };
}

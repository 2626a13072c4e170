import { CapstanError } from "../base/errors.ts";
import type { CheckedModel } from "../models/ai-sdk/ai-sdk-model.ts";
import { openProvider, providerSecrets } from "../models/ai-sdk/open-provider.ts";
import type { Model } from "../models/model.ts";
import { createOfflineModel } from "../models/offline/offline-model.ts";
import { type ProviderAccess, withAccess } from "../models/providers.ts";
import { readScript } from "../models/scripted/script.ts";
import { createScriptedModel } from "../models/scripted/scripted-model.ts";

/** The model that a setting names: `offline`, `scripted:<file>` or `<provider>/<model>`. */
export function openModel(
  name: string,
  given: NodeJS.ProcessEnv = process.env,
  access: ProviderAccess = {},
): Model {
  const env = withAccess(given, name, access);
  if (name === "offline") return createOfflineModel();
  if (name.startsWith("scripted:")) {
    return createScriptedModel(readScript(name.slice("scripted:".length)));
  }
  const provider = openProvider(name, env);
  if (provider) {
    return lazyModel(async () => {
      const { createAiSdkModel } = await import("../models/ai-sdk/ai-sdk-model.ts");
      const secrets = providerSecrets(name, env);
      return createAiSdkModel({ ...provider, name, secrets });
    });
  }
  throw new CapstanError(
    "SETTINGS_INVALID",
    `There is no model "${name}". Use "offline", "anthropic/<model>", "openai/<model>", "google/<model>", "ollama/<model>" or "scripted:<file>".`,
  );
}

/** Loads with the first request: a start is quick, whatever the model. */
function lazyModel(load: () => Promise<CheckedModel>): Model {
  let loading: Promise<CheckedModel> | undefined;
  return {
    summarises: true,
    async check(signal) {
      loading ??= load();
      return (await loading).check(signal);
    },
    async respond(request) {
      loading ??= load();
      return (await loading).respond(request);
    },
  };
}

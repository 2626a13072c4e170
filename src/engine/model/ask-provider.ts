import type { ModelCheck } from "../../models/model.ts";
import type { Engine } from "../engine.ts";

const DEADLINE_MS = 10_000;

/** Whether the model that answers would: what its provider says now. */
export async function askProvider(
  { model, modelName }: Pick<Engine, "model" | "modelName">,
  signal: AbortSignal,
): Promise<ModelCheck> {
  if (modelName === "offline") {
    return { state: "ok", message: "built in, there is no provider to ask." };
  }
  if (!model.check) return { state: "ok", message: "it has no provider that could be asked." };
  return model.check(AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]));
}

import { CapstanError } from "../../base/errors.ts";
import { matchesPattern } from "../../base/matches-pattern.ts";

type Options = {
  /** The server's own, which every agent may name. */
  readonly own: string;
  /** What the owner lists, as patterns; undefined allows every provider's models. */
  readonly listed: readonly string[] | undefined;
};

/**
 * Throws unless an agent may name this model. Whoever may write to a session may make an agent: a
 * script is a file of this machine, and runs only where the owner wrote its very name.
 */
export function createModelCheck({ own, listed }: Options): (name: string) => void {
  return (name) => {
    if (name === own || name === "offline" || listed?.includes(name)) return;
    const isScript = name.startsWith("scripted:");
    const isListed = listed?.some((pattern) => matchesPattern(pattern, name)) ?? true;
    if (!isScript && isListed) return;
    const message = `The model "${name}" is not one that agents may name here. The owner lists them in settings.json: "models".`;
    throw new CapstanError("MODEL_NOT_ALLOWED", message, { details: { field: "model" } });
  };
}

import { CapstanError } from "../../../base/errors.ts";
import type { HubKey, KeyRotation } from "../../../schema/hub.ts";
import type { HubSigner } from "../hub.ts";
import { fingerprint } from "./keys.ts";
import { requireSignature, withSignature } from "./signatures.ts";

/** A key, and how it came to be the one that counts. */
export type KeyHistory = { readonly key: HubKey; readonly rotations: readonly KeyRotation[] };

export function rotation(of: string, from: HubSigner, to: HubSigner, at: string): KeyRotation {
  const said = { of, from: from.key, to: to.key, at };
  const { signature: accepted } = withSignature("acceptance", said, to);
  return withSignature("rotation", { ...said, accepted }, from);
}

/**
 * All keys from the first to the present one. Each step must be signed by the key that it replaces, and
 * by the one that follows: whoever has only one of them, or only the hub, makes none.
 */
export function keysOf(of: string, { key, rotations }: KeyHistory): readonly HubKey[] {
  const keys: HubKey[] = [];
  for (const step of rotations) {
    const named = `A change of the key of ${of}`;
    const signer = requireSignature("rotation", step, named);
    const { accepted, signature: _, ...said } = step;
    const follower = requireSignature("acceptance", { ...said, signature: accepted }, named);
    const follows = keys.length === 0 || keys.at(-1) === step.from;
    if (signer !== step.from || follower !== step.to || step.of !== of || !follows) {
      const message = `${named} is not signed by the key that it replaces and the one that follows.`;
      throw new CapstanError("HUB_SIGNATURE_WRONG", message);
    }
    if (keys.length === 0) keys.push(step.from);
    keys.push(step.to);
  }
  if (keys.length > 0 && keys.at(-1) !== key) {
    const message = `The key of ${of} is not the one that its changes lead to.`;
    throw new CapstanError("HUB_SIGNATURE_WRONG", message);
  }
  return keys.length === 0 ? [key] : keys;
}

/** Whether the pinned key is still the present one, or leads to it. HUB_KEY_CHANGED otherwise. */
export function followPin(of: string, pinned: HubKey, history: KeyHistory): "pinned" | "rotated" {
  if (!keysOf(of, history).includes(pinned)) {
    const message = `The key of ${of} is another one (${fingerprint(history.key)}) than the one that was accepted (${fingerprint(pinned)}), and that one does not say so. Nothing of it was used. Ask its owner, and not by way of this hub. ${wayOn(of)}`;
    throw new CapstanError("HUB_KEY_CHANGED", message);
  }
  return pinned === history.key ? "pinned" : "rotated";
}

function wayOn(of: string): string {
  const [kind, name] = of.split(":");
  return kind === "publisher"
    ? `An admin who believes the new one forgets the old one: capstan hub keys --forget ${name}.`
    : "Who believes the new one writes it into settings.json, under hubs, and restarts.";
}

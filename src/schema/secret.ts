import * as z from "zod";

/** As it is written in `${secret:NAME}`. */
export const SecretName = z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/);
export type SecretName = z.infer<typeof SecretName>;

const RESERVED = "CAPSTAN_MODEL_";

/** The key of a connected model: nothing may refer to it, and only connecting a model sets it. */
export function isReservedSecret(name: string): boolean {
  return name.startsWith(RESERVED);
}

/** The name of the secret that holds the key for a provider of models. */
export function modelSecret(providerId: string): string {
  return `${RESERVED}${providerId.toUpperCase()}`;
}

/** What people see of a secret: never its value. */
export const Secret = z.strictObject({
  name: SecretName,
  /** Patterns of tool ids whose inputs may refer to it; without one, only settings may. */
  tools: z.array(z.string()),
  /** The last four characters, of a value long enough not to be given away by them. */
  hint: z.string().nullable(),
  /** By tool id: what the tool was when the secret was given to it; null where that was not kept. */
  bindings: z.record(z.string(), z.string()).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Secret = z.infer<typeof Secret>;

export const SealedSecret = Secret.extend({ sealed: z.string() });
export type SealedSecret = z.infer<typeof SealedSecret>;

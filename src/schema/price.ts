import * as z from "zod";

/** Of a million tokens, in whatever currency the owner counts. */
export const Price = z.strictObject({ input: z.number().min(0), output: z.number().min(0) });
export type Price = z.infer<typeof Price>;

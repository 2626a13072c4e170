import * as z from "zod";
import { Count } from "../schema/count.ts";

/** `a,b` in a query becomes a list, each part checked. */
export function commaList<T>(item: z.ZodType<T, string>) {
  return z
    .string()
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(item));
}

export const flag = z.enum(["true", "false"]).transform((text) => text === "true");

/** How long a caller is ready to wait, 60 s at most. */
export const waitMs = Count.transform((ms) => Math.min(ms, 60_000));

import * as z from "zod";
import { Count } from "./count.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 2000;

/** Every list takes these; a limit over the maximum is clamped, not refused. */
export const Page = z.object({
  limit: Count.default(DEFAULT_LIMIT).transform((limit) => Math.min(limit, MAX_LIMIT)),
  offset: Count.default(0),
});
export type Page = z.infer<typeof Page>;

/** Every list answers this (X27). */
export type Listing<T> = { readonly items: readonly T[]; readonly total: number };

import * as z from "zod";

/** A whole number from 0, as a query carries it: digits only, because `Number("")` is 0. */
export const Count = z.union(
  [
    z.int().min(0),
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
  ],
  { error: "must be a whole number, 0 or more" },
);

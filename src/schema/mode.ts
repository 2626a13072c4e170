import * as z from "zod";

export const Mode = z.enum(["planning", "execution"]);
export type Mode = z.infer<typeof Mode>;

import * as z from "zod";

/** A folder of this machine, as it was when a person opened it: canonical, with what tells it from another. */
export const Root = z.strictObject({
  root: z.string(),
  device: z.string(),
  inode: z.string(),
});
export type Root = z.infer<typeof Root>;

/** A root with what a person is shown of it before it is opened. */
export const ShownRoot = Root.extend({
  /** How many entries it has, and the names of the first few. */
  entries: z.int(),
  names: z.array(z.string()),
  machine: z.string(),
});
export type ShownRoot = z.infer<typeof ShownRoot>;

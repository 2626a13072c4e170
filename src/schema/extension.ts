import * as z from "zod";

/** One step of what an author wants done to a machine. It is shown, and done only by a call of its tool. */
export const PlannedStep = z.strictObject({
  when: z.enum(["install", "uninstall"]),
  /** `download.http`, `exec.shell`. */
  action: z.string(),
  /** All else that it says, as one line. */
  details: z.string(),
  /** The id of the tool that does it, in the sandbox, where there is one. */
  tool: z.string().nullable(),
  /** Why nothing here does it. */
  problem: z.string().nullable(),
});
export type PlannedStep = z.infer<typeof PlannedStep>;

/** Apart from its commands: an agent that has the extension is not offered what installs it. */
export function planIdOf(id: string): string {
  return `${id}.install-plan`;
}

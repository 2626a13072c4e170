import * as z from "zod";

/** A folder of commands that an admin installed: what the registry knows of it. */
export const Extension = z.strictObject({
  /** As its manifest says it: `tools.postman`. */
  id: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.string(),
  /** Where its folder lies on this machine; null for one that came as a zip. */
  path: z.string().nullable(),
  /** Of its bundle. */
  digest: z.string(),
  /** False: listed, and none of its tools runs. */
  enabled: z.boolean(),
  warnings: z.array(z.string()).readonly(),
  installedBy: z.string(),
  installedAt: z.string(),
  updatedAt: z.string(),
});
export type Extension = z.infer<typeof Extension>;

/** What a folder says of itself as an extension. */
export type ExtensionMetadata = Pick<
  Extension,
  "id" | "name" | "version" | "description" | "warnings"
>;

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

/** The id of the source that lists them. */
export const EXTENSION_SOURCE = "extensions";

export const EXTENSION_KIND = "ext";

export function extensionCapabilityId(id: string): string {
  return `${EXTENSION_KIND}:${id}`;
}

/** Apart from its commands: an agent that has the extension is not offered what installs it. */
export function planIdOf(id: string): string {
  return `${id}.install-plan`;
}

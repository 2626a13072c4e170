import * as z from "zod";

/** One vocabulary of effects (X12): the abstraction layer's seventeen and four more. */
export const SideEffect = z.enum([
  "fs.read",
  "fs.write",
  "fs.delete",
  "fs.chmod",
  "fs.move",
  "network.http",
  "network.socket",
  "network.dns",
  "cloud.key_read",
  "cloud.key_write",
  "cloud.resource_create",
  "cloud.resource_delete",
  "payments",
  "system.exec",
  "system.env",
  "system.processes",
  "system.hardware",
  "database.read",
  "database.write",
  "database.delete",
  "display",
]);
export type SideEffect = z.infer<typeof SideEffect>;

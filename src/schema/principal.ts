import * as z from "zod";

export const PrincipalKind = z.enum(["user", "service"]);
export type PrincipalKind = z.infer<typeof PrincipalKind>;

export const PrincipalState = z.enum(["active", "disabled"]);

/** Who does something: a person or a program. Rows have its id; its name is for people and may change. */
export const Principal = z.strictObject({
  id: z.string(),
  kind: PrincipalKind,
  name: z.string(),
  state: PrincipalState,
  origin: z.enum(["local"]),
  createdAt: z.string(),
  lastSeenAt: z.string().nullable(),
  /** What records and rules from before there were ids call it; null for one that came later. */
  formerName: z.string().nullable(),
});
export type Principal = z.infer<typeof Principal>;

/** A principal as it is shown beside what it did. */
export const Person = z.object({ id: z.string(), name: z.string() });
export type Person = z.infer<typeof Person>;

/** The two of the first start. */
export const OWNER_ID = "prn_owner";
export const ADMIN_ID = "prn_admin";

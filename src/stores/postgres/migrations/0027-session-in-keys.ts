import { sessionInKeys } from "../../session-in-keys.ts";
import type { Migration } from "../migrate.ts";

/** Breaking: an older version would write rows without their session, and find none by it. */
export const sessionKeys: Migration = {
  id: "0027-session-in-keys",
  up: sessionInKeys("postgres"),
  breaking: true,
};

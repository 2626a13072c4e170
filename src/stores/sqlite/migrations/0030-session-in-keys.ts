import { sessionInKeys } from "../../session-in-keys.ts";
import type { Migration } from "../migrate.ts";

export const sessionKeys: Migration = { id: "0030-session-in-keys", up: sessionInKeys("sqlite") };

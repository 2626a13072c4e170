import { peopleOfHistory } from "../../people-of-history.ts";
import type { Migration } from "../migrate.ts";

/** Breaking: an older version would go on to write names. */
export const principals: Migration = {
  id: "0026-principals",
  up: peopleOfHistory("postgres"),
  breaking: true,
};

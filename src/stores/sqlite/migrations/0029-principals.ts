import { peopleOfHistory } from "../../people-of-history.ts";
import type { Migration } from "../migrate.ts";

export const principals: Migration = { id: "0029-principals", up: peopleOfHistory("sqlite") };

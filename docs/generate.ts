// Writes the pages that are made from code. A test compares each with what this would write.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorsPage } from "./errors-page.ts";

writeFileSync(join(import.meta.dirname, "errors.md"), errorsPage());

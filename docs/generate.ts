// Writes the pages that are made from code. A test compares each with what this would write.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorsPage } from "./errors-page.ts";
import { requirementsPage } from "./requirements-page.ts";
import { threatsPage } from "./threats-page.ts";
import { toolsSchema } from "./tools-schema.ts";

const at = (page: string) => join(import.meta.dirname, page);

writeFileSync(at("errors.md"), errorsPage());
writeFileSync(at("requirements.md"), requirementsPage());
writeFileSync(at("threats.md"), threatsPage(readFileSync(at("threats.md"), "utf8")));
mkdirSync(at("schemas"), { recursive: true });
writeFileSync(at("schemas/tools.schema.json"), toolsSchema());

// Writes the types of what travels over HTTP. A test compares the file with what this would write.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { WIRE_FILE, wireTypes } from "./wire-types.ts";

writeFileSync(join(import.meta.dirname, "..", WIRE_FILE), wireTypes());

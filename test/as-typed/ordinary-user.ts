import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { typeAs, typeCore } from "./newcomer.ts";

// Types the core of a newcomer's hour as whoever started it, and prints what is not true afterwards.
const parent = mkdtempSync(join(tmpdir(), "capstan-files-"));
const wrong = await typeCore(typeAs({ env: process.env, cwd: parent }), parent);
process.stdout.write(JSON.stringify({ uid: process.getuid?.(), wrong }));

// Runs one function of a bundle's file, in a box. Descriptor 3 carries JSON lines: one call comes in
// ({ entry, functions, argument }), and one line goes out ({ result } or { error }). What the code
// prints goes to standard output and error, and is never read as an answer.

import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const CHANNEL = 3;
const MAX_MESSAGE = 2_000;

const channel = new Socket({ fd: CHANNEL });
channel.on("error", () => process.exit(1));
const lines = createInterface(channel);
lines.once("line", async (line) => {
  // The answer is written by us alone: the code finds no channel to write on by name.
  const answer = await run(JSON.parse(line)).catch((error) => ({ error: describe(error) }));
  channel.end(`${JSON.stringify(answer)}\n`, () => process.exit(0));
});

async function run({ entry, functions, argument }) {
  const module = await import(pathToFileURL(entry).href).catch((error) => {
    throw Object.assign(new Error(`The file cannot be loaded: ${error?.message ?? error}`), {
      code: "IMPORT_FAILED",
    });
  });
  const named = functions.map((name) => module[name]).find((value) => typeof value === "function");
  const run = named ?? module.default;
  if (typeof run !== "function") {
    const names = functions.join(", ");
    throw Object.assign(new Error(`The file has none of these functions: ${names}.`), {
      code: "FUNCTION_MISSING",
    });
  }
  // Through JSON here: no getter or toJSON of the code's runs anywhere else.
  const result = JSON.stringify((await run(argument)) ?? null);
  return { result: result === undefined ? null : JSON.parse(result) };
}

// The message alone: a stack has the paths of the box in it, and helps nobody outside.
function describe(error) {
  const message = String(error?.message ?? error).slice(0, MAX_MESSAGE);
  const code = typeof error?.code === "string" ? error.code.slice(0, 64) : undefined;
  return { message, ...(code && { code }) };
}

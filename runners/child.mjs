// Runs one function of a bundle's file, in a box. Descriptor 3 carries JSON lines: one call comes in
// ({ entry, functions, argument, at?, services? }), and one line goes out ({ result } or { error }).
// Before that the code may ask for something ({ ask: { id, service, params } }), and is answered
// ({ answer: { id, result | error } }). What it prints goes to standard output and error, and is never
// read as an answer.

import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const CHANNEL = 3;
const MAX_MESSAGE = 2_000;

const channel = new Socket({ fd: CHANNEL });
channel.on("error", () => process.exit(1));
const lines = createInterface(channel);
lines.once("line", async (line) => {
  const { argument, at, services = [], ...call } = JSON.parse(line);
  const waiting = new Map();
  lines.on("line", (text) => {
    const { id, result, error } = JSON.parse(text).answer;
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(Object.assign(new Error(error.message), { code: error.code }));
    else resolve?.(result);
  });
  if (at !== undefined) offer(at === "" ? argument : argument[at], services, waiting);
  // The answer is written by us alone: the code finds no channel to write on by name.
  const answer = await run({ ...call, argument }).catch((error) => ({ error: describe(error) }));
  channel.end(`${JSON.stringify(answer)}\n`, () => process.exit(0));
});

// Each service is a function of this part of the argument, which nobody can change.
function offer(part, services, waiting) {
  let asked = 0;
  for (const service of services) {
    const name = service.replaceAll(/_([a-z])/g, (_whole, letter) => letter.toUpperCase());
    const value = (params = {}) => {
      const id = ++asked;
      channel.write(`${JSON.stringify({ ask: { id, service, params } })}\n`);
      if (service === "progress") return undefined;
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    };
    Object.defineProperty(part, name, { value });
  }
  for (const value of Object.values(part)) Object.freeze(value);
  Object.freeze(part);
}

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

// Runs JavaScript from standard input in QuickJS: an interpreter of its own, with nothing of Node's
// in it. What it prints with console goes to standard output and error; an error ends it with 1.
//   node quickjs.mjs <megabytes>
import { readFileSync, writeSync } from "node:fs";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";

const STACK_BYTES = 256 * 1024;
const MEGABYTE = 1024 * 1024;
// Of an error: a stack that overflowed has thousands.
const MAX_LINES = 10;
const FILE = "code.js";
const STDOUT = 1;
const STDERR = 2;

const quickJs = await newQuickJSWASMModuleFromVariant(variant);
const runtime = quickJs.newRuntime();
runtime.setMemoryLimit(Number(process.argv[2]) * MEGABYTE);
runtime.setMaxStackSize(STACK_BYTES);
const context = runtime.newContext();

// At once: what has been printed is written, and nothing else is worth putting away.
process.exit(run(readFileSync(0, "utf8")) ? 0 : 1);

function run(code) {
  giveConsole();
  const result = evaluate(code);
  if (result.error) return fail(result.error);
  const jobs = runtime.executePendingJobs();
  if (jobs.error) return fail(jobs.error);
  // The value of the last statement is printed, as a terminal would; of a promise, what it came to.
  const settled = context.getPromiseState(result.value);
  if (settled.type === "rejected") return fail(settled.error);
  const hasValue = settled.type === "fulfilled" && context.typeof(settled.value) !== "undefined";
  if (hasValue && !result.isModule) print(STDOUT, [settled.value]);
  return true;
}

// A script, whose last statement has a value; where it is none, a module, which may await. Compiled
// first: an error of this kind may also come while it runs, and nothing is run twice.
function evaluate(code) {
  const script = context.evalCode(code, FILE, { compileOnly: true });
  if (!isSyntaxError(script.error)) return context.evalCode(code, FILE);
  const module = context.evalCode(code, FILE, { type: "module", compileOnly: true });
  if (isSyntaxError(module.error)) return script;
  const { error, value } = context.evalCode(code, FILE, { type: "module" });
  return error ? { error } : { value, isModule: true };
}

function isSyntaxError(error) {
  return error !== undefined && Object(context.dump(error)).name === "SyntaxError";
}

function giveConsole() {
  const console = context.newObject();
  for (const [name, stream] of [
    ["log", STDOUT],
    ["info", STDOUT],
    ["debug", STDOUT],
    ["warn", STDERR],
    ["error", STDERR],
  ]) {
    const method = context.newFunction(name, (...values) => print(stream, values));
    context.setProp(console, name, method);
    method.dispose();
  }
  context.setProp(context.global, "console", console);
  console.dispose();
}

function print(stream, values) {
  write(stream, `${values.map(textOf).join(" ")}\n`);
}

function textOf(value) {
  return plainText(context.dump(value));
}

// What was dumped is data of a stranger: it may have a `toString` that is none.
function plainText(dumped) {
  if (typeof dumped !== "object" || dumped === null) return String(dumped);
  try {
    return JSON.stringify(dumped) ?? "undefined";
  } catch {
    return "[object]";
  }
}

function fail(error) {
  const { name = "Error", message, stack = "" } = Object(context.dump(error));
  const said = message === undefined ? textOf(error) : plainText(message);
  const lines = [`${plainText(name)}: ${said}`, ...plainText(stack).trimEnd().split("\n")];
  write(STDERR, `${lines.slice(0, MAX_LINES).join("\n")}\n`);
  return false;
}

// All of it: a pipe may take less at once.
function write(stream, text) {
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; ) {
    try {
      from += writeSync(stream, bytes, from);
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

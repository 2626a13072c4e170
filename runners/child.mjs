// Runs one function of a bundle's file, in a box. Descriptor 3 carries JSON lines: one call comes in
// ({ entry, functions, argument, protocol, at?, services? }), and one line goes out ({ result } or
// { error }, and what a skill noted). Before that the code may ask for something
// ({ ask: { id, service, params } }), and is answered ({ answer: { id, result | error } }). What it
// prints goes to standard output and error, and is never read as an answer.

import { mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { Socket } from "node:net";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const CHANNEL = 3;
const MAX_MESSAGE = 2_000;

const MAX_READ_AHEAD = 2_000_000;
const IDLE_MS = 20;

// A process that waits for its call has what most code begins with: what reads TypeScript takes 150 ms to
// load, node:crypto 15 ms, the time zone of the first date 10 ms. Nothing of the bundle runs before there
// is a call; its files are read.
const idle = setTimeout(() => {
  if (process.argv[2] === "ts") stripTypeScriptTypes("");
  for (const name of ["crypto", "fs/promises", "os", "child_process"])
    process.getBuiltinModule(name);
  new Date().toISOString();
  (1_000).toLocaleString("en");
  readAhead(process.env.SKILL_DIR);
}, IDLE_MS);

const channel = new Socket({ fd: CHANNEL });
channel.on("error", () => process.exit(1));
const lines = createInterface(channel);
lines.once("line", async (line) => {
  clearTimeout(idle);
  const { argument, at, services = [], ...call } = JSON.parse(line);
  const waiting = new Map();
  lines.on("line", (text) => {
    const { id, result, error } = JSON.parse(text).answer;
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(Object.assign(new Error(error.message), { code: error.code }));
    else resolve?.(result);
  });
  const isSkill = call.protocol === "skill";
  const notes = isSkill ? giveKit(argument) : {};
  if (isSkill) offerKit(argument, services, waiting);
  else if (at !== undefined) offer(at === "" ? argument : argument[at], services, waiting);
  // The answer is written by us alone: the code finds no channel to write on by name.
  const answer = await run({ ...call, argument }).catch((error) => ({ error: describe(error) }));
  channel.end(`${JSON.stringify({ ...answer, ...notes })}\n`, () => process.exit(0));
});

// A bundle's modules are read into memory, and node's loader has loaded something before: to load a dozen
// small files took 20 ms, and takes 6. What is not understood here, node finds and reads by itself.
function readAhead(folder) {
  const sources = new Map(WARM_UP.map((text, index) => [`${WARM_UP_AT}${index}.mjs`, text]));
  try {
    for (const path of folder === undefined ? [] : modulesIn(realpathSync(folder))) {
      sources.set(pathToFileURL(path).href, readFileSync(path));
    }
  } catch {
    // It is read when it is needed, and whoever needs it is told.
  }
  registerHooks({
    resolve(name, context, next) {
      const url = /^\.\.?\//.test(name) ? URL.parse(name, context.parentURL)?.href : name;
      return sources.has(url) ? { url, format: "module", shortCircuit: true } : next(name, context);
    },
    load(url, context, next) {
      const source = sources.get(url);
      return source ? { source, format: "module", shortCircuit: true } : next(url, context);
    },
  });
  import(`${WARM_UP_AT}0.mjs`).catch(() => {});
}

// Ours, and they do nothing.
const WARM_UP_AT = "file:///capstan-warm-up/";
const WARM_UP = Array.from(
  { length: 8 },
  (_, index) =>
    `import { lstatSync } from "node:fs"; import { join } from "node:path"; ${
      index < 7 ? `export * from "./${index + 1}.mjs";` : ""
    } export const used${index} = [lstatSync, join];`,
);

// Only what is a module beyond doubt: a name that says so, or one package that says so for all.
function modulesIn(folder) {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.includes("/node_modules/"));
  const packages = found.filter((path) => basename(path) === "package.json");
  const areModules =
    packages.length === 1 &&
    packages[0] === join(folder, "package.json") &&
    JSON.parse(readFileSync(packages[0], "utf8")).type === "module";
  const modules = found.filter((path) => (areModules ? /\.m?js$/ : /\.mjs$/).test(path));
  const bytes = modules.reduce((sum, path) => sum + statSync(path).size, 0);
  return bytes > MAX_READ_AHEAD ? [] : modules;
}

// Each service is a function of this part of the argument, which nobody can change.
function offer(part, services, waiting) {
  const ask = asker(waiting);
  for (const service of services) {
    const value = (params = {}) => ask(service, params);
    Object.defineProperty(part, camelCase(service), { value });
  }
  for (const value of Object.values(part)) Object.freeze(value);
  Object.freeze(part);
}

// A skill finds them beside the rest of its kit: askModel("…", { schema }) or askModel({ question, schema }).
function offerKit(argument, services, waiting) {
  const ask = asker(waiting);
  for (const service of services) {
    const value = (first = {}, more = {}) =>
      ask(service, typeof first === "string" ? { ...more, question: first } : first);
    argument[service] = value;
    argument[camelCase(service)] = value;
  }
  const kit = new URL("./skill-kit.mjs", import.meta.url).href;
  registerHooks({
    resolve: (name, context, next) =>
      name === "capstan/skill" ? { url: kit, shortCircuit: true } : next(name, context),
  });
}

function asker(waiting) {
  let asked = 0;
  return (service, params) => {
    const id = ++asked;
    channel.write(`${JSON.stringify({ ask: { id, service, params } })}\n`);
    if (service === "progress") return undefined;
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  };
}

function camelCase(name) {
  return name.replaceAll(/_([a-z])/g, (_whole, letter) => letter.toUpperCase());
}

async function run({ entry, functions, argument, protocol }) {
  const module = await import(pathToFileURL(entry).href).catch((error) => {
    throw Object.assign(new Error(`The file cannot be loaded: ${error?.message ?? error}`), {
      code: "IMPORT_FAILED",
    });
  });
  const own = functions.map((name) => module[name]).find((value) => typeof value === "function");
  const run = own ?? module.default?.execute ?? module.default?.run ?? module.default;
  if (typeof run !== "function") {
    const names = functions.join(", ");
    throw Object.assign(new Error(`The file has none of these functions: ${names}.`), {
      code: "FUNCTION_MISSING",
    });
  }
  const value = (await run(argument)) ?? (protocol === "skill" ? {} : null);
  // Through JSON here: no getter or toJSON of the code's runs anywhere else.
  const result = JSON.stringify(value);
  return { result: result === undefined ? null : JSON.parse(result) };
}

// What a skill finds on its argument beside data. Both spellings: skills were written in Python first.
function giveKit(argument) {
  const notes = { facts: [], events: [] };
  const ends = performance.now() + 1_000 * argument.timeout_s;
  delete argument.timeout_s;
  const timeRemaining = () => Math.max(0, (ends - performance.now()) / 1_000);
  const checkDeadline = () => {
    if (timeRemaining() > 0) return;
    throw Object.assign(new Error("The time of this turn is up."), { code: "TOOL_TIMED_OUT" });
  };
  const log = (event, data) =>
    void notes.events.push({ type: String(event), payload: plain(data) });
  const putFact = (bucket, key, value, ttlSeconds) => {
    notes.facts.push({
      bucket: String(bucket),
      key: String(key),
      value: plain(value),
      ttl_seconds: ttlSeconds ?? null,
    });
    const facts = argument.facts[bucket] ?? {};
    argument.facts[bucket] = { ...facts, [key]: value };
  };
  Object.assign(argument, {
    log,
    put_fact: putFact,
    putFact,
    check_deadline: checkDeadline,
    checkDeadline,
    time_remaining: timeRemaining,
    timeRemaining,
    contextId: argument.context_id,
    correlationId: argument.correlation_id,
    skillName: argument.skill_name,
    artifactsDir: argument.artifacts_dir,
  });
  mkdirSync(argument.artifacts_dir, { recursive: true });
  return notes;
}

function plain(value) {
  const text = JSON.stringify(value ?? null);
  return text === undefined ? null : JSON.parse(text);
}

// The message alone: a stack has the paths of the box in it, and helps nobody outside.
function describe(error) {
  const message = String(error?.message ?? error).slice(0, MAX_MESSAGE);
  const code = typeof error?.code === "string" ? error.code.slice(0, 64) : undefined;
  return { message, ...(code && { code }) };
}

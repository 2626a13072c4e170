import { completed, failed } from "capstan/skill";

const ORDER = [
  "displayName",
  "name",
  "icon",
  "group",
  "version",
  "subtitle",
  "description",
  "defaults",
  "inputs",
  "outputs",
  "credentials",
  "requestDefaults",
  "properties",
];

/** What people write, and what the format has; compared without case and marks. */
const KEYS = new Map(
  Object.entries({
    title: "displayName",
    label: "displayName",
    nodename: "name",
    type: "type",
    desc: "description",
    params: "properties",
    parameters: "properties",
    fields: "properties",
    auth: "credentials",
    credential: "credentials",
    typeversion: "version",
    nodeversion: "version",
    groups: "group",
    category: "group",
  }),
);
for (const key of [
  ...ORDER,
  "type",
  "default",
  "required",
  "options",
  "placeholder",
  "displayOptions",
]) {
  KEYS.set(plain(key), key);
}

const TYPES = new Map(
  Object.entries({
    str: "string",
    text: "string",
    integer: "number",
    int: "number",
    float: "number",
    double: "number",
    bool: "boolean",
    checkbox: "boolean",
    select: "options",
    enum: "options",
    dropdown: "options",
    multiselect: "multiOptions",
    multioptions: "multiOptions",
    object: "json",
    date: "dateTime",
    datetime: "dateTime",
    list: "collection",
    array: "collection",
    fixedcollection: "fixedCollection",
  }),
);
const KNOWN_TYPES = new Set([
  ...TYPES.values(),
  "hidden",
  "notice",
  "color",
  "filter",
  "resourceLocator",
]);
for (const type of KNOWN_TYPES) TYPES.set(plain(type), type);
const NOTHING = {
  string: "",
  number: 0,
  boolean: false,
  options: "",
  multiOptions: [],
  json: "{}",
  collection: {},
};
const MAX_DEPTH = 20;

export function execute({ inputs }) {
  const report = { changes: [], warnings: [] };
  const given = readNode(inputs.node);
  if (given?.fault) return failed(given.fault, "parse_error");
  const known = given ? renamed(given.node, "", { changes: [], warnings: [] }) : {};
  const raw = firstText(inputs.raw_node_name, known.name, known.displayName);
  if (raw === undefined && !given) {
    return failed('Give "raw_node_name" or "node".', "validation_error");
  }
  if (raw === undefined) {
    return failed('"node" has no name: give "raw_node_name" too.', "validation_error");
  }
  const name = camelCase(raw);
  if (name === "") {
    const message = `The name "${raw.slice(0, 60)}" has no letter from a to z and no digit in it: give another "raw_node_name".`;
    return failed(message, "validation_error");
  }
  if (/^\d/.test(name)) report.warnings.push("name: it begins with a digit, which no class may.");
  if (raw !== name) report.changes.push({ path: "name", from: raw, to: name });
  const names = {
    normalized_name: name,
    class_name: name[0].toUpperCase() + name.slice(1),
    kebab_name: wordsOf(name).join("-").toLowerCase(),
    display_name: displayOf(raw),
  };
  if (!given) return completed({ ...names, report });
  return completed({ ...names, node: normalizeNode(given.node, name, names, report), report });
}

function readNode(node) {
  if (node === undefined || node === null) return undefined;
  let value = node;
  if (typeof node === "string") {
    try {
      value = JSON.parse(node.replace(/^\uFEFF/, ""));
    } catch (error) {
      return { fault: `"node" is a text that is no JSON: ${error.message}` };
    }
  }
  // A whole node class, exported as JSON, has its definition inside.
  if (isObject(value) && isObject(value.description) && value.description.properties) {
    value = value.description;
  }
  return isObject(value) ? { node: value } : { fault: '"node" is no object.' };
}

function normalizeNode(given, name, names, report) {
  const node = renamed(given, "", report);
  const set = (key, value) => change(report, node, key, key, value);
  set("name", name);
  if (!firstText(node.displayName)) set("displayName", names.display_name);
  set("version", versionOf(node.version, report));
  for (const key of ["group", "inputs", "outputs", "credentials", "properties"]) {
    const isFlow = key === "inputs" || key === "outputs";
    set(key, isFlow && node[key] === undefined ? ["main"] : listOf(node[key], key));
  }
  if (typeof node.description !== "string") set("description", "");
  if (node.description === "") report.warnings.push("description: it is empty.");
  if (!isObject(node.defaults)) set("defaults", { name: node.displayName });
  set(
    "credentials",
    node.credentials.map((one) => (typeof one === "string" ? { name: one, required: true } : one)),
  );
  node.properties = propertiesOf(node.properties, "properties", report, 0);
  return ordered(node);
}

function propertiesOf(list, path, report, depth) {
  const seen = new Set();
  return list.flatMap((one, index) => {
    const at = `${path}[${index}]`;
    if (!isObject(one) || depth > MAX_DEPTH) {
      report.warnings.push(`${at}: it is no property and was left out.`);
      return [];
    }
    const property = renamed(one, `${at}.`, report);
    const set = (key, value) => change(report, property, key, `${at}.${key}`, value);
    const raw = firstText(property.name, property.displayName);
    if (raw === undefined) {
      report.warnings.push(`${at}: it has no name and was left out.`);
      return [];
    }
    set("name", camelCase(raw) || raw);
    if (!firstText(property.displayName)) set("displayName", displayOf(raw));
    set("type", typeOf(property, at, report));
    if (Array.isArray(property.options)) {
      set("options", optionsOf(property, at, report, depth));
    }
    const preset = defaultOf(property, at, report);
    if (preset !== undefined) set("default", preset);
    if (property.required !== undefined) {
      set("required", property.required === true || YES.test(String(property.required)));
    }
    const key = JSON.stringify([property.name, property.displayOptions ?? null]);
    if (seen.has(key)) report.warnings.push(`${at}: "${property.name}" is there twice.`);
    seen.add(key);
    return [ordered(property, ["displayName", "name", "type", "required", "default", "options"])];
  });
}

/** Choices; or of a collection, the properties that may be added. */
function optionsOf({ options, type }, at, report, depth) {
  const path = `${at}.options`;
  const isProperty = (option) => isObject(option) && option.type !== undefined;
  if (type === "collection" && options.some(isProperty)) {
    return propertiesOf(options, path, report, depth + 1);
  }
  return options.flatMap((option, index) => {
    if (option === null || option === undefined || Array.isArray(option)) {
      report.warnings.push(`${path}[${index}]: it is no option and was left out.`);
      return [];
    }
    if (!isObject(option)) return [{ name: displayOf(String(option)), value: option }];
    if (Array.isArray(option.values)) {
      return [{ ...option, values: propertiesOf(option.values, path, report, depth + 1) }];
    }
    if (option.value !== undefined || option.type !== undefined) return [option];
    return [{ ...option, value: camelCase(String(option.name ?? "")) }];
  });
}

/** What it is without a value: as its type has it. */
function defaultOf({ type, default: preset }, at, report) {
  if (preset === undefined || preset === null) {
    return Object.hasOwn(NOTHING, type) ? NOTHING[type] : undefined;
  }
  // Templates are worked out when the node runs.
  if (typeof preset !== "string" || preset.startsWith("=")) return preset;
  if (type === "number" && preset.trim() !== "" && Number.isFinite(Number(preset))) {
    return Number(preset);
  }
  if (type === "boolean" && YES_OR_NO.test(preset)) return YES.test(preset);
  if (type === "number" || type === "boolean") {
    report.warnings.push(`${at}.default: "${preset.slice(0, 60)}" is no ${type}.`);
  }
  return preset;
}

const YES = /^(?:true|yes|1)$/i;
const YES_OR_NO = /^(?:true|yes|1|false|no|0)$/i;

function typeOf({ type, options, default: preset }, at, report) {
  const said = typeof type === "string" ? type : "";
  const known = TYPES.get(plain(said));
  if (known) return known;
  if (Array.isArray(options)) return "options";
  if (said !== "") {
    report.warnings.push(`${at}.type: "${said.slice(0, 60)}" is not known and stays as it is.`);
    return said;
  }
  return ["number", "boolean"].includes(typeof preset) ? typeof preset : "string";
}

function versionOf(version, report) {
  if (Array.isArray(version)) return version.map((one) => versionOf(one, report));
  const number =
    typeof version === "number"
      ? version
      : Number.parseFloat(String(version ?? "1").replace(/^v/i, ""));
  if (Number.isFinite(number) && number > 0) return number;
  report.warnings.push(`version: "${String(version).slice(0, 60)}" is no number; 1 was taken.`);
  return 1;
}

function listOf(value, key) {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  // Properties by their names, as a JSON Schema has them.
  if (key === "properties" && isObject(value)) {
    return Object.entries(value).map(([name, one]) =>
      isObject(one) ? { name, ...one } : { name, default: one },
    );
  }
  return [value];
}

function renamed(given, path, report) {
  const result = {};
  for (const [key, value] of Object.entries(given)) {
    const known = KEYS.get(plain(key)) ?? key;
    const isSaidPlainly = known !== key && Object.hasOwn(given, known);
    if (isSaidPlainly || Object.hasOwn(result, known)) {
      report.warnings.push(`${path}${key}: "${known}" is there already; this one was left out.`);
      continue;
    }
    if (known !== key) report.changes.push({ path: `${path}${key}`, from: key, to: known });
    Object.defineProperty(result, known, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return result;
}

function change(report, target, key, path, value) {
  const before = target[key];
  if (JSON.stringify(before) === JSON.stringify(value)) return;
  target[key] = value;
  const isTold = path === "name" && report.changes.some((one) => one.path === "name");
  if (!isTold) report.changes.push({ path, from: before ?? null, to: value });
}

function ordered(value, order = ORDER) {
  const first = order.filter((key) => Object.hasOwn(value, key));
  const rest = Object.keys(value)
    .filter((key) => !order.includes(key))
    .sort();
  return Object.fromEntries([...first, ...rest].map((key) => [key, value[key]]));
}

function camelCase(raw) {
  const words = wordsOf(withoutPackage(raw));
  const kept = words.length > 1 && /^nodes?$/i.test(words.at(-1)) ? words.slice(0, -1) : words;
  return kept
    .map((word, index) => {
      const lower = word.toLowerCase();
      return index === 0 ? lower : lower[0].toUpperCase() + lower.slice(1);
    })
    .join("");
}

function wordsOf(text) {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "");
}

/** Letters of every language stay as they are. */
function displayOf(raw) {
  return withoutPackage(raw)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => (/^[A-Z0-9]+$/.test(word) ? word : word[0].toUpperCase() + word.slice(1)))
    .join(" ");
}

/** Of `n8n-nodes-base.httpRequest`, what is behind the point. */
function withoutPackage(raw) {
  return raw.replace(/^(?:@[\w-]+\/)?[\w-]*nodes?[-_][\w-]+\./i, "");
}

function plain(text) {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function firstText(...values) {
  return values.find((value) => typeof value === "string" && value.trim() !== "");
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

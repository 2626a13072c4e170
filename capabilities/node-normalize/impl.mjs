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
  const name = camelCase(raw ?? "");
  if (name === "") return failed("The name has no letter or digit in it.", "validation_error");
  if (raw !== name) report.changes.push({ path: "name", from: raw ?? null, to: name });
  const names = {
    normalized_name: name,
    class_name: name[0].toUpperCase() + name.slice(1),
    kebab_name: wordsOf(name).join("-").toLowerCase(),
    display_name: displayOf(raw ?? name),
  };
  if (!given) return completed({ ...names, report });
  return completed({ ...names, node: normalizeNode(given.node, name, names, report), report });
}

function readNode(node) {
  if (node === undefined || node === null) return undefined;
  let value = node;
  if (typeof node === "string") {
    try {
      value = JSON.parse(node);
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
    set(key, listOf(node[key], key));
  }
  if (node.inputs.length === 0 && given.inputs === undefined) set("inputs", ["main"]);
  if (node.outputs.length === 0 && given.outputs === undefined) set("outputs", ["main"]);
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
      set(
        "options",
        property.options.map((option) => optionOf(option, at, report, depth)),
      );
    }
    if (property.default === undefined && Object.hasOwn(NOTHING, property.type)) {
      set("default", NOTHING[property.type]);
    }
    if (property.required !== undefined) {
      set(
        "required",
        property.required === true || /^(?:true|yes|1)$/i.test(String(property.required)),
      );
    }
    const key = JSON.stringify([property.name, property.displayOptions ?? null]);
    if (seen.has(key)) report.warnings.push(`${at}: "${property.name}" is there twice.`);
    seen.add(key);
    return [ordered(property, ["displayName", "name", "type", "required", "default", "options"])];
  });
}

function optionOf(option, at, report, depth) {
  if (!isObject(option)) return { name: displayOf(String(option)), value: option };
  if (Array.isArray(option.values)) {
    return { ...option, values: propertiesOf(option.values, `${at}.options`, report, depth + 1) };
  }
  if (option.value !== undefined || option.type !== undefined) return option;
  return { ...option, value: camelCase(String(option.name ?? "")) };
}

function typeOf({ type, options, default: preset }, at, report) {
  const said = typeof type === "string" ? type : "";
  const known = KNOWN_TYPES.has(said) ? said : TYPES.get(plain(said));
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
    if (Object.hasOwn(result, known)) {
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
  const words = wordsOf(raw.replace(/^.*nodes?[-_]base\./i, ""));
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

function displayOf(raw) {
  return wordsOf(raw)
    .map((word) => (/^[A-Z0-9]+$/.test(word) ? word : word[0].toUpperCase() + word.slice(1)))
    .join(" ");
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

import { readCsv } from "./read-csv.mjs";

const MAX_ROWS = 10_000;
const MAX_DEPTH = 30;
const DATE = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?`;
const FORMATS = [
  ["date-time", new RegExp(`^${DATE}T${TIME}(?:Z|[+-]\\d\\d:?\\d\\d)$`)],
  ["date", new RegExp(`^${DATE}$`)],
  ["email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ["uuid", /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ["uri", /^[a-z][a-z0-9+.-]*:\/\/\S+$/i],
];

/** A JSON Schema that all samples fit: a list is several samples, anything else is one. */
export function inferFromJson(sample) {
  const value = typeof sample === "string" ? readJson(sample) : sample;
  if (value === undefined) {
    return { fault: "sample_json is a text that is neither JSON nor a JSON value in each line." };
  }
  const samples = Array.isArray(value) ? value.slice(0, MAX_ROWS) : [value];
  if (samples.length === 0) return { fault: "sample_json has no sample in it." };
  return described(schemaOf(samples), samples.length, "JSON");
}

/** One JSON text, or one in each line. */
function readJson(text) {
  const content = text.replace(/^\uFEFF/, "");
  try {
    return JSON.parse(content);
  } catch {
    const lines = content.split(/\r?\n/).filter((line) => line.trim() !== "");
    try {
      return lines.length > 1
        ? lines.slice(0, MAX_ROWS).map((line) => JSON.parse(line))
        : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Columns by their header line; the types are those that every row fits. */
export function inferFromCsv(text) {
  const { rows, fault } = readCsv(text, MAX_ROWS);
  if (fault !== undefined) return { fault };
  const [header = [], ...lines] = rows;
  if (lines.length === 0) return { fault: "sample_csv has no line below its header." };
  const names = columnNames(header);
  const columns = names.map((_, index) => lines.map((line) => line[index] ?? ""));
  const properties = Object.fromEntries(names.map((name, at) => [name, columnOf(columns[at])]));
  const required = names.filter((_, at) => columns[at].every((cell) => cell !== ""));
  const schema = { type: "object", properties, ...(required.length > 0 && { required }) };
  const found = described(schema, lines.length, "CSV");
  return { ...found, assumptions: [...found.assumptions, ...oddTable(header, names, lines)] };
}

/** Each name once: what has none is called by its place, and a second one by its number. */
function columnNames(header) {
  const names = [];
  for (const [index, said] of header.entries()) {
    const name = said || `column_${index + 1}`;
    let free = name;
    for (let number = 2; names.includes(free); number++) free = `${name}_${number}`;
    names.push(free);
  }
  return names;
}

/** What a person should know of a table that is not quite one. */
function oddTable(header, names, lines) {
  const renamed = names.filter((name, index) => header[index] !== "" && header[index] !== name);
  const longer = lines.filter((line) => line.slice(names.length).some((cell) => cell !== ""));
  return [
    ...renamed.map((name) => ({
      field: `properties.${name}`,
      text: `A column whose name is there before is called "${name}".`,
    })),
    ...(longer.length > 0
      ? [
          {
            field: "properties",
            text: `${longer.length} of ${lines.length} lines have more cells than the header, which were left out.`,
          },
        ]
      : []),
  ];
}

function columnOf(cells) {
  const filled = cells.filter((cell) => cell !== "");
  if (filled.length === 0) return {};
  return typed(filled.map(typeOfCell), filled);
}

const INTEGER = /^[+-]?(?:0|[1-9]\d*)$/;
const NUMBER = /^[+-]?(?=\.?\d)(?:0|[1-9]\d*)?(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A number with leading zeros is an id, and stays a text. */
function typeOfCell(text) {
  if (INTEGER.test(text)) return "integer";
  if (NUMBER.test(text)) return "number";
  return /^(?:true|false)$/i.test(text) ? "boolean" : "string";
}

function described(schema, count, kind) {
  const required = new Set(schema.required ?? []);
  const properties = Object.entries(schema.properties ?? {}).map(([name, of]) => ({
    name,
    ...of,
    type: of.type ?? "null",
    required: required.has(name),
    evidence: `${name}, in ${required.has(name) ? "each" : "some"} of ${count}`,
  }));
  return {
    type: "sample",
    version: 1,
    description: `Inferred from ${count} ${kind} ${count === 1 ? "sample" : "samples"}.`,
    operations: [],
    credentials: [],
    properties,
    schema,
    assumptions:
      count > 1 ? [] : [{ field: "properties", text: "Others look like this one sample." }],
  };
}

/** The types together; a format where every text has it. */
function typed(kinds, values) {
  const types = [...new Set(kinds)].sort();
  if (types.includes("number") && types.includes("integer"))
    types.splice(types.indexOf("integer"), 1);
  const texts = values.filter((_, index) => kinds[index] === "string");
  const isText = types.every((type) => type === "string" || type === "null");
  return {
    type: types.length === 1 ? types[0] : types,
    ...(isText && texts.length > 0 && formatOf(texts)),
  };
}

function schemaOf(values, depth = 0) {
  const told = typed(values.map(typeOf), values);
  if (depth > MAX_DEPTH) return told;
  const objects = values.filter((value) => typeOf(value) === "object");
  const lists = values.filter(Array.isArray);
  return {
    ...told,
    ...(lists.length > 0 && lists.some((list) => list.length > 0)
      ? { items: schemaOf(lists.flat().slice(0, MAX_ROWS), depth + 1) }
      : {}),
    ...(objects.length > 0 && objectOf(objects, depth)),
  };
}

function objectOf(objects, depth) {
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  const properties = Object.fromEntries(
    names.map((name) => [
      name,
      schemaOf(
        objects.filter((one) => Object.hasOwn(one, name)).map((one) => one[name]),
        depth + 1,
      ),
    ]),
  );
  const required = names.filter((name) => objects.every((one) => Object.hasOwn(one, name)));
  return { properties, ...(required.length > 0 && { required }) };
}

function formatOf(values) {
  const found = FORMATS.find(([, pattern]) => values.every((value) => pattern.test(value)));
  return found ? { format: found[0] } : {};
}

function typeOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

const MAX_ROWS = 10_000;
const MAX_DEPTH = 30;
const FORMATS = [
  ["date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["email", /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ["uuid", /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i],
  ["uri", /^[a-z][a-z0-9+.-]*:\/\/\S+$/i],
];

/** A JSON Schema that all samples fit: a list is several samples, anything else is one. */
export function inferFromJson(sample) {
  let value = sample;
  if (typeof sample === "string") {
    try {
      value = JSON.parse(sample);
    } catch {
      return { fault: "sample_json is a text that is no JSON." };
    }
  }
  const samples = Array.isArray(value) ? value.slice(0, MAX_ROWS) : [value];
  if (samples.length === 0) return { fault: "sample_json has no sample in it." };
  return described(schemaOf(samples), samples.length, "JSON");
}

/** Columns by their header line; the types are those that every row fits. */
export function inferFromCsv(text) {
  const rows = readCsv(text);
  const [header = [], ...lines] = rows;
  const names = header.map((name, index) => name.trim() || `column_${index + 1}`);
  if (new Set(names).size !== names.length)
    return { fault: "Two columns of sample_csv have one name." };
  const records = lines.map((line) =>
    Object.fromEntries(
      names.flatMap((name, index) => {
        const cell = line[index]?.trim() ?? "";
        return cell === "" ? [] : [[name, cellOf(cell)]];
      }),
    ),
  );
  if (records.length === 0) return { fault: "sample_csv has no line below its header." };
  const schema = schemaOf(records);
  const ordered = Object.fromEntries(names.map((name) => [name, schema.properties[name] ?? {}]));
  return described({ ...schema, properties: ordered }, records.length, "CSV");
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

function schemaOf(values, depth = 0) {
  const types = [...new Set(values.map(typeOf))];
  if (types.includes("number") && types.includes("integer"))
    types.splice(types.indexOf("integer"), 1);
  types.sort();
  const [type] = types;
  const told = types.length === 1 ? { type } : { type: types };
  if (depth > MAX_DEPTH) return told;
  const objects = values.filter((value) => typeOf(value) === "object");
  const lists = values.filter(Array.isArray);
  return {
    ...told,
    ...(type === "string" && types.length === 1 && formatOf(values)),
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

/** A number with leading zeros is an id, and stays a text. */
function cellOf(text) {
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return text;
}

function readCsv(text) {
  const content = text.replace(/^\uFEFF/, "");
  const [first = ""] = content.split(/\r?\n/, 1);
  const counted = [",", ";", "\t", "|"].map((mark) => [mark, first.split(mark).length]);
  const [[mark]] = counted.sort((one, other) => other[1] - one[1]);
  const rows = [];
  let row = [];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  };
  for (let at = 0; at < content.length && rows.length <= MAX_ROWS; at++) {
    const character = content[at];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (content[at + 1] === '"') cell += content[++at];
      else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === mark) endCell();
    else if (character === "\n") endRow();
    else if (character !== "\r") cell += character;
  }
  endRow();
  return rows;
}

import { readFileSync, statSync } from "node:fs";

const MAX_BYTES = 50_000_000;
const MAX_COLUMNS = 1_000;

/** The columns of a file, each with its values as texts. Throws, in words, what it cannot read. */
export function readCsv(path) {
  const { size } = statSync(path, { throwIfNoEntry: false }) ?? {};
  if (size === undefined) throw new Error(`There is no file "${path}".`);
  if (size > MAX_BYTES) throw new Error(`"${path}" has ${size} bytes; 50 MB are read at most.`);
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  const [header, ...rows] = splitRows(text, separatorOf(text));
  if (!header) throw new Error(`"${path}" is empty.`);
  if (header.length > MAX_COLUMNS) throw new Error(`"${path}" has more than 1,000 columns.`);
  const whole = rows.filter((row) => row.length === header.length);
  const columns = uniqueNames(header).map((name, index) => ({
    name,
    values: whole.map((row) => row[index].trim()),
  }));
  return { columns, rows: whole.length, skippedRows: rows.length - whole.length };
}

/** Whichever splits the first line into most fields. */
function separatorOf(text) {
  const line = text.slice(0, 100_000).split(/\r?\n/, 1)[0];
  const fields = (separator) => splitRows(line, separator)[0]?.length ?? 0;
  return [",", ";", "\t", "|"].reduce((best, it) => (fields(it) > fields(best) ? it : best));
}

function splitRows(text, separator) {
  const rows = [];
  let row = [];
  let field = "";
  let isQuoted = false;
  const endField = () => {
    row.push(field);
    field = "";
  };
  const endRow = () => {
    endField();
    // A line with nothing in it is no row.
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
  };
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text[index + 1] === '"') field += text[++index];
      else isQuoted = false;
    } else if (character === '"' && field === "") isQuoted = true;
    else if (character === separator) endField();
    else if (character === "\n") endRow();
    else if (character !== "\r" || text[index + 1] !== "\n") field += character;
  }
  endRow();
  return rows;
}

function uniqueNames(header) {
  const seen = new Map();
  return header.map((field, index) => {
    const name = field.trim() || `column ${index + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

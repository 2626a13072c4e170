import { writeFileSync } from "node:fs";
import { describeColumn } from "./describe-column.mjs";
import { readCsv } from "./read-csv.mjs";
import { outputName, run } from "./run.mjs";

run(1, ([file]) => {
  const { columns, rows, skippedRows } = readCsv(file);
  const described = columns.map(describeColumn);
  const page = `${outputName(file)}-profile.md`;
  writeFileSync(page, pageOf(file, rows, skippedRows, described));
  return { rows, skipped_rows: skippedRows, columns: described, page };
});

function pageOf(file, rows, skippedRows, columns) {
  const skipped = skippedRows === 0 ? "" : ` ${skippedRows} lines have another number of fields.`;
  const lines = columns.map(({ name, type, missing, distinct, min, max, median, top = [] }) => {
    const range =
      min === undefined ? "" : `${min} … ${max}${median === undefined ? "" : `, median ${median}`}`;
    const most = top.map(({ value, count }) => `${value} (${count})`).join(", ");
    return `| ${[name, type, missing, distinct, range || most].map(cell).join(" | ")} |`;
  });
  return [
    `# ${cell(file)}`,
    "",
    `${rows} rows, ${columns.length} columns.${skipped}`,
    "",
    "| column | type | missing | distinct | values |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

/** What stands in a file is text: it makes no cell, link or markup of its own. */
function cell(value) {
  return String(value)
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[\\|`*_<>[\]#]/g, "\\$&");
}

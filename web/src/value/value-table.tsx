import { isObject, type Json, type JsonObject } from "../api/json.ts";
import { plural } from "../base/tell-amount.ts";
import { useReportFolded } from "../ui/folded.ts";
import { Plain } from "../ui/plain.tsx";

const MOST_ROWS = 50;
const MOST_COLUMNS = 8;
const CELL = 200;

/** A list of at least two small records with the same plain fields. */
export function isTable(value: Json): value is readonly JsonObject[] {
  if (!Array.isArray(value) || value.length < 2) return false;
  const [first] = value;
  if (!isObject(first)) return false;
  const columns = Object.keys(first);
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return false;
  return value
    .slice(0, MOST_ROWS)
    .every(
      (row) =>
        isObject(row) &&
        Object.keys(row).length === columns.length &&
        columns.every((name) => Object.hasOwn(row, name) && isCell(row[name])),
    );
}

/** What would have to be cut is no cell: nothing is left out without a word. */
function isCell(value: Json | undefined): boolean {
  return typeof value !== "object" && String(value).length <= CELL;
}

export function ValueTable({ rows }: { readonly rows: readonly JsonObject[] }) {
  const columns = Object.keys(rows[0] ?? {});
  const left = rows.length - MOST_ROWS;
  useReportFolded(left > 0 ? JSON.stringify(rows.slice(MOST_ROWS)).length : 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label="Table" tabIndex={0} className="max-h-80 overflow-auto rounded-md border">
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {columns.map((name) => (
              <th key={name} className="px-2 py-1 text-left font-medium">
                <Plain text={name} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and never move
            <tr key={index} className="border-t">
              {columns.map((name) => (
                <td key={name} className="px-2 py-1 align-top [overflow-wrap:anywhere]">
                  <Plain text={String(row[name])} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p className="px-2 py-1 text-quiet text-xs">{plural(left, "more row")}</p>}
    </section>
  );
}

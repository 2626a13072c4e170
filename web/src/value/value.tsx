import { isObject, type Json, type JsonObject } from "../api/json.ts";
import { cx } from "../base/cx.ts";
import { LongText } from "../ui/long-text.tsx";
import { Plain } from "../ui/plain.tsx";
import { CommandOutput, isCommandOutput } from "./command-output.tsx";
import { DiffText, isDiff } from "./diff-text.tsx";
import { isTable, ValueTable } from "./value-table.tsx";

type ValueProps = { readonly value: Json | undefined; readonly depth?: number };

const MOST_KEYS = 40;
const SHORT = 120;

/** Any JSON from outside, for reading: fields as a list, records as a table, the rest as JSON. */
export function Value({ value, depth = 0 }: ValueProps) {
  if (value === undefined) return <span className="text-quiet text-sm">nothing</span>;
  if (typeof value === "string") return <Text text={value} />;
  if (value === null || typeof value !== "object") {
    return <code className="block font-mono text-sm">{String(value)}</code>;
  }
  if (depth === 0 && isCommandOutput(value)) return <CommandOutput output={value} />;
  if (isTable(value)) return <ValueTable rows={value} />;
  if (isObject(value) && depth < 2 && Object.keys(value).length <= MOST_KEYS) {
    return <Fields value={value} depth={depth} />;
  }
  return <LongText text={JSON.stringify(value, null, 2)} />;
}

function Text({ text }: { readonly text: string }) {
  if (text === "") return <span className="text-quiet text-sm">empty text</span>;
  if (isDiff(text)) return <DiffText text={text} />;
  if (text.length > SHORT || text.includes("\n")) {
    return <LongText text={text} className="rounded-md bg-sunken px-2 py-1.5" />;
  }
  return (
    <span className="text-sm [overflow-wrap:anywhere]">
      <Plain text={text} />
    </span>
  );
}

function Fields({ value, depth }: { readonly value: JsonObject; readonly depth: number }) {
  const entries = Object.entries(value);
  if (entries.length === 0) return <span className="text-quiet text-sm">no fields</span>;
  const isDeep = entries.some(([, member]) => typeof member === "object" && member !== null);
  return (
    <dl
      className={cx(
        "grid gap-x-4 gap-y-1.5",
        // On a phone, two columns within two columns leave no room for words.
        isDeep && "max-sm:grid-cols-1 max-sm:[&>div>dd]:pl-3",
        "grid-cols-[minmax(4.5rem,auto)_minmax(0,1fr)]",
      )}
    >
      {entries.map(([key, member]) => (
        <div key={key} className="contents">
          <dt className="max-w-40 font-mono text-quiet text-sm [overflow-wrap:anywhere]">
            <Plain text={key} />
          </dt>
          <dd className="min-w-0 text-sm">
            <Value value={member} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

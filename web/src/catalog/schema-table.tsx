import { isObject, type Json, member } from "../api/json.ts";
import { fieldsOf } from "../form/field.ts";
import { LongText } from "../ui/long-text.tsx";
import { Plain } from "../ui/plain.tsx";

/** The fields of a JSON Schema for reading; the schema itself for those who want all of it. */
export function SchemaTable({ schema }: { readonly schema: Json }) {
  const fields = fieldsOf(schema);
  const properties = member(schema, "properties");
  return (
    <div className="flex flex-col gap-2">
      {fields.length === 0 ? (
        <p className="text-quiet text-sm">No fields.</p>
      ) : (
        <table className="w-full text-sm">
          <thead className="sr-only">
            <tr>
              <th>Field</th>
              <th>Type</th>
              <th>What it is</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ name, kind, required, description, options }) => (
              <tr key={name} className="border-t first:border-t-0">
                <td className="py-1.5 pr-4 align-top font-mono break-words">
                  <Plain text={name} />
                  {required && (
                    <span title="required" className="text-high">
                      *<span className="sr-only"> required</span>
                    </span>
                  )}
                </td>
                <td className="py-1.5 pr-4 align-top text-quiet">
                  {typeOf(isObject(properties) ? properties[name] : undefined)}
                </td>
                <td className="py-1.5 align-top [overflow-wrap:anywhere]">
                  <Plain text={description} />
                  {options.length > 0 && (
                    <span className="block text-quiet text-xs">
                      {kind === "json" ? "Some of" : "One of"}:{" "}
                      <Plain text={options.map(({ label }) => label).join(", ")} />
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <details className="text-sm">
        <summary className="w-fit text-quiet text-xs hover:text-ink">JSON Schema</summary>
        <LongText
          text={JSON.stringify(schema, null, 2)}
          lines={60}
          characters={8_000}
          className="mt-2 rounded-md bg-sunken p-2 !text-xs"
        />
      </details>
    </div>
  );
}

function typeOf(property: Json | undefined): string {
  const type = member(property, "type");
  if (Array.isArray(type)) return type.join(" or ");
  return typeof type === "string" ? type : "any";
}

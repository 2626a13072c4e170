import { useId } from "react";
import { showHidden } from "../base/hidden-characters.ts";
import { Plain } from "../ui/plain.tsx";
import type { Field } from "./field.ts";

type FieldInputProps = {
  readonly field: Field;
  readonly text: string;
  readonly problem: string | undefined;
  readonly onChange: (text: string) => void;
};

const ROWS = { long: 3, json: 4, code: 8 } as const;
/** What helps with prose spoils a program. */
const AS_TYPED = { spellCheck: false, autoCapitalize: "off", autoCorrect: "off" } as const;

export function FieldInput({ field, text, problem, onChange }: FieldInputProps) {
  const id = useId();
  const hint = useId();
  const { kind, title, description, required } = field;
  if (kind === "boolean") {
    return (
      <label className="flex items-start gap-2 text-sm">
        <input
          type="checkbox"
          className="mt-1 accent-accent"
          checked={text === "true"}
          onChange={(event) => onChange(String(event.target.checked))}
        />
        <span>
          <span className="font-medium">
            <Plain text={title} />
          </span>
          {description && (
            <span className="block text-quiet text-xs">
              <Plain text={description} />
            </span>
          )}
        </span>
      </label>
    );
  }
  const shared = {
    id,
    required,
    "aria-invalid": problem !== undefined,
    "aria-describedby": hint,
    value: text,
    className: "field",
    placeholder: field.fallback === undefined ? undefined : String(JSON.stringify(field.fallback)),
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        <Plain text={title} />
        {!required && <span className="font-normal text-quiet"> (optional)</span>}
      </label>
      {kind === "choice" ? (
        <select {...shared} onChange={(event) => onChange(event.target.value)}>
          <option value="">{required ? "Choose…" : "Not set"}</option>
          {field.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {showHidden(label)}
            </option>
          ))}
        </select>
      ) : kind === "long" || kind === "json" || kind === "code" ? (
        <textarea
          {...shared}
          {...(kind === "code" && AS_TYPED)}
          rows={ROWS[kind]}
          className={kind === "long" ? "field" : "field font-mono"}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={kind === "text" ? "text" : "decimal"}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      <p id={hint} className={problem ? "text-critical text-xs" : "text-quiet text-xs"}>
        {problem ?? <Plain text={description} />}
      </p>
      {kind === "json" && field.options.length > 0 && (
        <p className="text-quiet text-xs">
          Some of: <Plain text={field.options.map(({ label }) => label).join(", ")} />
        </p>
      )}
    </div>
  );
}

import type { Json } from "../api/json.ts";
import { FieldInput } from "../form/field-input.tsx";
import { Plain } from "../ui/plain.tsx";
import { Value } from "../value/value.tsx";
import { neededBy, type OfferStep } from "./offer.ts";
import type { StepForm, Texts } from "./step-form.ts";

type StepFieldsProps = {
  readonly form: StepForm;
  readonly steps: readonly OfferStep[];
  readonly texts: Texts;
  readonly wrong: { readonly wrong: string; readonly message: string } | null;
  readonly onChange: (texts: Texts) => void;
};

/** The inputs of one step: what the request filled and what the call needs first, the rest folded. */
export function StepFields({ form, steps, texts, wrong, onChange }: StepFieldsProps) {
  const { fields, fixed, start } = form;
  const isFirst = (name: string, required: boolean) =>
    required || start.has(name) || wrong?.wrong === name;
  const first = fields.filter(({ name, required }) => isFirst(name, required));
  const rest = fields.filter(({ name, required }) => !isFirst(name, required));
  const draw = (shown: typeof fields) =>
    shown.map((field) => (
      <FieldInput
        key={field.name}
        field={field}
        text={texts.get(field.name) ?? ""}
        problem={wrong?.wrong === field.name ? wrong.message : undefined}
        onChange={(text) => onChange(new Map(texts).set(field.name, text))}
      />
    ));
  return (
    <div className="flex flex-col gap-3">
      {fixed.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
          {fixed.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="font-medium">
                <Plain text={name} />
              </dt>
              <dd className="min-w-0">
                <Fixed value={value} steps={steps} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {draw(first)}
      {rest.length > 0 && (
        <details>
          <summary className="w-fit text-quiet text-sm hover:text-ink">
            {first.length + fixed.length > 0 ? "More options" : "Options"}
          </summary>
          <div className="mt-3 flex flex-col gap-3">{draw(rest)}</div>
        </details>
      )}
    </div>
  );
}

function Fixed({ value, steps }: { readonly value: Json; readonly steps: readonly OfferStep[] }) {
  const needed = neededBy(value, steps);
  if (needed.length === 0) return <Value value={value} />;
  return (
    <span className="text-quiet">result of {needed.map((at) => `step ${at}`).join(" and ")}</span>
  );
}

import { useId, useState } from "react";
import { isObject, type Json, type JsonObject } from "../api/json.ts";
import type { Tool } from "../api/tool.ts";
import { type Field, fieldsOf } from "../form/field.ts";
import { FieldsForm } from "../form/fields-form.tsx";
import { withoutAdded } from "../form/without-added.ts";
import { Button } from "../ui/button.tsx";

type EditInputsProps = {
  readonly tool: Tool | undefined;
  readonly inputs: Json;
  readonly busy: boolean;
  readonly onRun: (inputs: Json) => void;
  readonly onCancel: () => void;
};

/** Another input for the same call: as a form where the tool says what it takes, or as JSON. */
export function EditInputs({ tool, inputs, busy, onRun, onCancel }: EditInputsProps) {
  const fields = fieldsOf(tool?.input_schema);
  const fitsForm = isObject(inputs) && coversAll(fields, inputs);
  const [asJson, setAsJson] = useState(!fitsForm);
  return (
    <section
      aria-label="Change the input"
      className="flex flex-col gap-3 rounded-lg border bg-paper px-3 py-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="font-medium text-sm">Change the input</h4>
        {fitsForm && (
          <Button small look="ghost" onClick={() => setAsJson(!asJson)}>
            {asJson ? "As a form" : "As JSON"}
          </Button>
        )}
      </div>
      {asJson || !isObject(inputs) ? (
        <JsonForm inputs={inputs} busy={busy} onRun={onRun} onCancel={onCancel} />
      ) : (
        <FieldsForm
          fields={fields}
          start={inputs}
          submit={RUN}
          busy={busy}
          onSubmit={(value) => onRun(withoutAdded(value, inputs))}
          onCancel={onCancel}
        />
      )}
      <p className="text-quiet text-xs">
        It is checked and judged anew, and it is on record that you changed it.
      </p>
    </section>
  );
}

const RUN = "Run with this input";

type JsonFormProps = Omit<EditInputsProps, "tool">;

function JsonForm({ inputs, busy, onRun, onCancel }: JsonFormProps) {
  const [text, setText] = useState(() => JSON.stringify(inputs, null, 2));
  const [problem, setProblem] = useState("");
  const field = useId();
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        try {
          onRun(JSON.parse(text) as Json);
        } catch (error) {
          setProblem(error instanceof Error ? error.message : String(error));
        }
      }}
    >
      <label htmlFor={field} className="sr-only">
        The input as JSON
      </label>
      <textarea
        id={field}
        rows={8}
        spellCheck={false}
        className="field font-mono"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {problem && (
        <p role="alert" className="text-critical text-xs">
          This is not JSON: {problem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={busy}>
          {RUN}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function coversAll(fields: readonly Field[], inputs: JsonObject): boolean {
  const names = new Set(fields.map(({ name }) => name));
  return fields.length > 0 && Object.keys(inputs).every((name) => names.has(name));
}

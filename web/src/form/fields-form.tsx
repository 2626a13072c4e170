import { type ReactNode, useState } from "react";
import type { JsonObject } from "../api/json.ts";
import { Button } from "../ui/button.tsx";
import { type Field, readFields, textsOf } from "./field.ts";
import { FieldInput } from "./field-input.tsx";

type FieldsFormProps = {
  readonly fields: readonly Field[];
  readonly start?: JsonObject;
  readonly submit: string;
  readonly busy: boolean;
  readonly onSubmit: (value: JsonObject) => void;
  /** Left out where there is nothing to go back to. */
  readonly onCancel?: (() => void) | undefined;
  readonly cancel?: string;
  readonly children?: ReactNode;
};

/** A form out of fields that something else described. */
export function FieldsForm(props: FieldsFormProps) {
  const { fields, start, submit, busy, onSubmit, onCancel, cancel = "Cancel", children } = props;
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(() => textsOf(start));
  const [wrong, setWrong] = useState<{ name: string; message: string } | null>(null);
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const read = readFields(fields, texts);
        if ("wrong" in read) return setWrong({ name: read.wrong, message: read.message });
        setWrong(null);
        onSubmit(read.value);
      }}
    >
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          text={texts.get(field.name) ?? ""}
          problem={wrong?.name === field.name ? wrong.message : undefined}
          onChange={(text) => setTexts(new Map(texts).set(field.name, text))}
        />
      ))}
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" disabled={busy}>
          {submit}
        </Button>
        {onCancel && (
          <Button disabled={busy} onClick={onCancel}>
            {cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

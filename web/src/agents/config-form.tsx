import { useState } from "react";
import type { JsonObject } from "../api/json.ts";
import { fieldsOf, readFields } from "../form/field.ts";
import { FieldInput } from "../form/field-input.tsx";

type ConfigFormProps = {
  readonly schema: JsonObject;
  readonly config: JsonObject;
  readonly onChange: (config: JsonObject) => void;
};

/** What an agent configures of a capability; what is left empty is left out. */
export function ConfigForm({ schema, config, onChange }: ConfigFormProps) {
  const fields = fieldsOf(schema).map((field) => ({ ...field, required: false }));
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(
    () =>
      new Map(
        Object.entries(config).map(([name, value]) => [
          name,
          typeof value === "string" ? value : JSON.stringify(value),
        ]),
      ),
  );
  const [wrong, setWrong] = useState<{ name: string; message: string } | null>(null);
  function change(name: string, text: string) {
    const next = new Map(texts).set(name, text);
    setTexts(next);
    const touched = fields.filter((field) => (next.get(field.name) ?? "") !== "");
    const read = readFields(touched, next);
    if ("wrong" in read) return setWrong({ name: read.wrong, message: read.message });
    setWrong(null);
    onChange(read.value);
  }
  return fields.map((field) => (
    <FieldInput
      key={field.name}
      field={field}
      text={texts.get(field.name) ?? ""}
      problem={wrong?.name === field.name ? wrong.message : undefined}
      onChange={(text) => change(field.name, text)}
    />
  ));
}

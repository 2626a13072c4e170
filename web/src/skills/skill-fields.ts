import { isObject, type Json, member } from "../api/json.ts";
import { type Field, fieldsOf, requestedFields } from "../form/field.ts";

/** The runtime names the run itself. */
const NOT_ASKED = "correlation_id";

/** What a run can be given. Of a skill that may ask, nothing has to be: it asks for what it needs. */
export function inputFields(schema: Json, mayAsk: boolean): Field[] {
  return fieldsOf(schema)
    .filter(({ name }) => name !== NOT_ASKED)
    .map((field) => (mayAsk ? { ...field, required: false } : field));
}

/**
 * What a run asks for. The answer is held against the skill's own inputs, so that those say what kind of
 * value it is; what it is for, the request says.
 */
export function askedFields(fields: readonly Json[], schema: Json | undefined): Field[] {
  const known = member(schema, "properties");
  return requestedFields(
    fields.map((field) => {
      const name = typeof field === "string" ? field : member(field, "name");
      const property = typeof name === "string" ? member(known, name) : undefined;
      if (name === undefined || !isObject(property)) return field;
      const told = isObject(field) ? field : {};
      const description = told.description || property.description || "";
      return { ...told, ...property, name, description, required: told.required ?? true };
    }),
  );
}

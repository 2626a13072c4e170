import { CapstanError } from "../../base/errors.ts";
import type { JsonValue } from "../../base/json.ts";
import { parseTemplate } from "../../base/template.ts";
import type { HttpCall } from "../../schema/http-call.ts";
import { filling, textOf, type Values } from "./template-values.ts";

const MAX_CHARACTERS = 10_000_000;

/** One input may stand in many places: how large the request becomes is known before it is filled. */
export function assertFillable({ url, query, headers, body }: HttpCall, values: Values): void {
  const sizes = new Map<string, number>();
  let left = MAX_CHARACTERS;
  for (const text of textsIn([url, query ?? {}, headers ?? {}, body ?? null])) {
    for (const part of parseTemplate(text)) {
      if (part.type === "text") continue;
      const key = `${part.type} ${part.name}`;
      const size = sizes.get(key) ?? textOf(filling(part, values))?.length ?? 0;
      sizes.set(key, size);
      left -= size;
    }
    if (left >= 0) continue;
    const message = `The request would have more than ${MAX_CHARACTERS} characters.`;
    throw new CapstanError("INPUT_INVALID", message, { details: { field: "inputs" } });
  }
}

function* textsIn(template: JsonValue): Generator<string> {
  if (typeof template === "string") yield template;
  else if (typeof template === "object" && template !== null) {
    for (const item of Object.values(template)) yield* textsIn(item);
  }
}

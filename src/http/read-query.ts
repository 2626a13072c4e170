import * as z from "zod";
import { CapstanError } from "../base/errors.ts";

/**
 * The query of a request, by name. A parameter that the endpoint does not know is refused: a filter
 * that is silently ignored shows what its caller did not want to see.
 */
export function readQuery(
  schema: z.ZodType | undefined,
  given: URLSearchParams,
): Record<string, string> {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const query = new Map<string, string>();
  for (const [name, value] of given) {
    if (!known.includes(name)) throw refused(name, `is not known here${hint(known)}`);
    if (query.has(name)) throw refused(name, "is given twice: separate values by commas");
    query.set(name, value);
  }
  return Object.fromEntries(query);
}

function hint(known: readonly string[]): string {
  return known.length === 0 ? ": it takes none" : `: it takes ${known.join(", ")}`;
}

function refused(name: string, why: string): CapstanError {
  return new CapstanError("REQUEST_INVALID", `"${name}": ${why}.`, {
    details: { field: name, part: "query" },
  });
}

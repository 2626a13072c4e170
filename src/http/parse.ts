import type * as z from "zod";
import { CapstanError } from "../base/errors.ts";

/** Parses one part of a request; the message names the first wrong field. */
export function parseOrThrow<T>(schema: z.ZodType<T>, value: unknown, part: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = fieldOf(issue, part);
  throw new CapstanError("REQUEST_INVALID", `"${field}": ${issue?.message ?? "is not valid"}.`, {
    details: { field, part },
  });
}

function fieldOf(issue: z.core.$ZodIssue | undefined, part: string): string {
  if (issue?.code === "unrecognized_keys") return [...issue.path, issue.keys[0]].join(".");
  return issue?.path.join(".") || part;
}

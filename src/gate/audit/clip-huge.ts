import type { JsonValue } from "../../base/json.ts";
import type { Redactor } from "../../base/redaction/redactor.ts";
import { rewrite } from "../../base/redaction/redactor-walk.ts";

const HUGE = 200_000;
const HEAD = 600;
const TAIL = 200;
/** What is kept is looked at with as much beside it as any secret takes. */
const BESIDE = 64_000;

/**
 * A value as a log shows it, where a text is a file of its own: both ends of it, and how much was
 * left out. Looking for secrets in megabytes that nobody will read would hold up everyone.
 */
export function clipHuge<T extends JsonValue>(redactor: Pick<Redactor, "redact">, value: T): T {
  const text = (given: string) => (given.length > HUGE ? ends(redactor, given) : given);
  return rewrite(value, {
    text,
    key: text,
    number: (number) => number,
    member: () => undefined,
    tooDeep: (deep) => deep,
  }) as T;
}

function ends(redactor: Pick<Redactor, "redact">, text: string): string {
  const left = text.length - HEAD - TAIL;
  const head = redactor.redact(text.slice(0, HEAD + BESIDE)).slice(0, HEAD);
  const tail = redactor.redact(text.slice(-TAIL - BESIDE)).slice(-TAIL);
  return `${head}…[${left} more characters]…${tail}`;
}

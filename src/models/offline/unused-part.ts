import { type Plan, spoken } from "./complete-calls.ts";

const UNITS = "(?:kilo|mega|giga|tera)?bytes|kb|mb|gb|bits";
/** What may change the meaning of all that was said, with what belongs to it. */
const QUALIFIERS: readonly RegExp[] = [
  /[\s,;]+(?:but\s+|and\s+)?(?:except(?:ing)?|excluding|apart\s+from|other\s+than|aside\s+from|besides|without|unless|instead\s+of|rather\s+than)\b.+$/i,
  /[\s,;]+(?:but|and)\s+(?:not|never|nothing|no)\b.+$/i,
  /[\s,;]+(?:only|just|but)\s+(?:if|when|the|those|half|one|on|in|from|after|before)\b.+$/i,
  /[\s,;]+(?:if|provided|as\s+long\s+as)\s+(?!(?:you|u|possible|that\s+is\s+ok|it\s+is\s+ok)\b).+$/i,
  /[\s,;]+(?:before|after|until|till|since|older\s+than|newer\s+than|larger\s+than|smaller\s+than|bigger\s+than|over|under|between)\s+\S.*$/i,
  /[\s,;]+(?:twice|tomorrow|tonight|later|daily|weekly|monthly|hourly|next\s+\w+|every\s+(?:day|week|month|year|hour|morning|evening|night|\w+day))\b[^,;]*$/i,
  new RegExp(`[\\s,;]+(?:in|as)\\s+(?:${UNITS})[\\s.!?]*$`, "i"),
  /[\s,;]+(?:and|or|plus)\s+(?:also\s+)?(?:from|in|on|under)\s+\S.*$/i,
];
const FEWEST_WORDS = 2;

/** The text without each part that may change what it means. */
export function shortened(
  text: string,
): readonly { readonly part: string; readonly rest: string }[] {
  return QUALIFIERS.flatMap((pattern) => {
    const found = pattern.exec(text);
    const rest = found ? text.slice(0, found.index).trim() : "";
    if (!found || rest.split(/\s+/).length < FEWEST_WORDS) return [];
    return [{ part: found[0].replace(/^[\s,;]+|[\s.!?]+$/g, ""), rest }];
  });
}

/** Whether something would be done or told, and is not asked for or looked at first. */
export function isAnswer(plan: Plan): boolean {
  if ("calls" in plan) return plan.isLook !== true;
  return plan.reply.questions === undefined && (plan.looked ?? 0) > 0 && plan.about !== undefined;
}

export function isSamePlan(one: Plan, other: Plan): boolean {
  return keyOf(one) === keyOf(other);
}

const UNIT = new RegExp(`^(?:in|as)\\s+(?:${UNITS})$`, "i");
const ABOUT_FILES = /^(?:disk_usage|get_metadata|list_files|search_files|read_file)$/;

/** No tool for files can be told in which unit to answer. */
export function isUnplacedUnit(part: string, plan: Plan): boolean {
  if (!UNIT.test(part) || !("calls" in plan)) return false;
  return plan.calls.every(({ tool }) => ABOUT_FILES.test(tool.name));
}

/** A part that changes nothing about the plan was not understood: what it was meant to do is not known. */
export function sayUnused(part: string, { looked }: Plan): Plan {
  const said = part.length > 80 ? `${part.slice(0, 80)}…` : part;
  const text = `I do not know what "${said}" changes here, so I did nothing. Say it in other words, or leave it out.`;
  return { ...spoken(text), ...(looked !== undefined && { looked }) };
}

function keyOf(plan: Plan): string {
  if ("reply" in plan) return JSON.stringify(plan.reply.text);
  return JSON.stringify([plan.isLook, plan.calls.map(({ tool, input }) => [tool.toolId, input])]);
}

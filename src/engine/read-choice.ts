import { isJsonObject, type JsonValue, parseJson } from "../base/json.ts";
import type { Keyring } from "../base/keyring.ts";
import type { Message } from "../schema/message.ts";
import { ChoiceForm, Offer, type OfferOption } from "../schema/offer.ts";

const ORDINALS = ["first", "second", "third"];
const AGREES = /^(?:yes|yep|yeah|y|ok|okay|sure|do it|run it|go ahead|please do)[.!]?$/;
const LONGEST = 100_000;

/**
 * The card that the newest message of a person chooses, if the answer before it offered some. A
 * message that fits no card is a message like any other.
 */
export function chosenOption(
  messages: readonly Message[],
  { open }: Pick<Keyring, "open">,
): OfferOption | undefined {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const [offered, said] = [messages[at - 1], messages[at]];
  if (!offered?.offer || !said) return undefined;
  const { options, sealed } = offered.offer;
  const exact =
    sealed === undefined ? options : Offer.shape.options.parse(parseJson(open(sealed, offered.id)));
  return choose(said.content, exact);
}

export function choose(text: string, options: readonly OfferOption[]): OfferOption | undefined {
  if (text.length > LONGEST) return undefined;
  const form = readForm(text);
  if (!form) return options.find((it, at) => means(text, it, at, options.length));
  const option = options.find(({ value }) => value === form.choice);
  if (!option || form.inputs === undefined) return option;
  if (form.inputs.length !== option.steps.length) return undefined;
  const steps = option.steps.map((step, at) => ({
    ...step,
    inputs: form.inputs?.[at] ?? step.inputs,
  }));
  return { ...option, steps };
}

function means(text: string, { value, label }: OfferOption, at: number, count: number): boolean {
  const said = text.trim().toLowerCase();
  if (said === value.toLowerCase() || said === `${value}.` || said === label.toLowerCase()) {
    return true;
  }
  if (new RegExp(`^(?:the )?${ORDINALS[at]}(?: one)?$`).test(said)) return true;
  return count === 1 && AGREES.test(said);
}

function readForm(text: string) {
  if (!text.trimStart().startsWith("{")) return undefined;
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch {
    return undefined;
  }
  return isJsonObject(value) ? ChoiceForm.safeParse(value).data : undefined;
}

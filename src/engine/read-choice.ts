import { CapstanError } from "../base/errors.ts";
import { parseJson } from "../base/json.ts";
import type { Keyring } from "../base/keyring.ts";
import { sayCall } from "../base/say-call.ts";
import type { Message } from "../schema/message.ts";
import { type ChoiceForm, Offer, type OfferOption } from "../schema/offer.ts";

const ORDINALS = ["first", "second", "third"];
const AGREES = /^(?:yes|yep|yeah|y|ok|okay|sure|do it|run it|go ahead|please do)[.!]?$/;
const LONGEST = 2_100;

/** The card that a text chooses. A text that fits none is a message like any other. */
export function saidChoice(text: string, options: readonly OfferOption[]): OfferOption | undefined {
  if (text.length > LONGEST) return undefined;
  const said = text.trim().toLowerCase();
  return options.find(({ value, label }, at) => {
    if (said === value.toLowerCase() || said === `${value}.` || said === label.toLowerCase()) {
      return true;
    }
    if (new RegExp(`^(?:the )?${ORDINALS[at]}(?: one)?$`).test(said)) return true;
    return options.length === 1 && AGREES.test(said);
  });
}

/** The card that a form chooses, with the inputs that the person changed. */
export function formChoice(
  { choice, inputs }: ChoiceForm,
  options: readonly OfferOption[],
  nameOf: (toolId: string) => string,
): OfferOption {
  const option = options.find(({ value }) => value === choice);
  if (!option) {
    const known = options.map(({ value }) => value).join(", ");
    throw unfit("choice", `There is no card "${choice}". Choose one of: ${known}.`);
  }
  if (inputs === undefined) return option;
  if (inputs.length !== option.steps.length) {
    throw unfit("inputs", `Card ${choice} has ${option.steps.length} steps: send inputs for each.`);
  }
  const steps = option.steps.map((step, at) => {
    const changed = inputs[at] ?? step.inputs;
    return { ...step, inputs: changed, says: sayCall(nameOf(step.toolId), changed) };
  });
  return {
    ...option,
    steps,
    label: steps
      .map(({ says }) => says)
      .join("; ")
      .slice(0, 2_000),
  };
}

function unfit(field: string, message: string): CapstanError {
  return new CapstanError("REQUEST_INVALID", message, { details: { field: `inputs.${field}` } });
}

/** The exact cards of a message: what is shown of them may hide secrets. */
export function exactCards(
  { id, offer, chosen }: Pick<Message, "id" | "offer" | "chosen">,
  { open }: Pick<Keyring, "open">,
): readonly OfferOption[] {
  const { options = [], sealed } = offer ?? chosen ?? {};
  return sealed === undefined ? options : Offer.shape.options.parse(parseJson(open(sealed, id)));
}

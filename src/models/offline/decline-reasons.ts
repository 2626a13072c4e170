import { stemsOf } from "./words.ts";

/**
 * What people ask for that no tool does, and what is said about it. The first that fits counts.
 * `isOwn`: it is about what tools here do in part, and holds though they know the words.
 */
const REASONS: readonly (readonly [said: RegExp, reason: string, isOwn?: boolean])[] = [
  [
    /\b(?:weather|forecast|rain(?:ing|y)?|snow(?:ing|y)?|umbrella|sunny)\b/i,
    "I do not know the weather: I have no tool for it.",
  ],
  [
    /^(?:(?:please|can you|could you)\s+)*(?:undo|take (?:it|that|this) back|put (?:it|them|that) back)\b/i,
    "I take nothing back by myself. What a task moved or renamed is taken back with `capstan undo`, or with Undo beside the task.",
    true,
  ],
  [
    /\b(?:remind|reminder|alarm|timer|schedule|wake me)\b/i,
    "I cannot do anything at a later time: I act when you write to me, so I cannot remind you.",
  ],
  [
    /\bconvert\b|\b(?:miles?|km|kilomet(?:er|re)s?|kg|pounds?|celsius|fahrenheit)\b.{0,20}\b(?:to|in|into)\b/i,
    "I do not convert units or currencies. I can work out arithmetic.",
  ],
  [
    /\b(?:run|execute)\b.{0,40}\b(?:code|programs?|scripts?|python|javascript|shell|bash)\b/i,
    "I cannot write or run a program. An agent with a language model and the capability `sandbox` can.",
  ],
  [
    /\b(?:poems?|haikus?|jokes?|story|stories|essays?|songs?|limericks?|scripts?|programs?|summary|summari[sz]e|translate|translation|explain|rewrite|proofread|brainstorm|ideas?|compose|advice|opinion)\b/i,
    "I cannot make up texts or sum them up: I only run tools. That takes a language model: set a key for one, or start Ollama on this machine.",
  ],
  [
    /\b(?:make|create|write|start|plan)\b.{0,40}\blist\b/i,
    "I cannot think up what is to be on a list. Say all of it, with commas between.",
    true,
  ],
  [
    /\b(?:todo|to-do|task|the|my) list\b|\b(?:mark|tick|check|cross)\b.{1,80}\b(?:done|off|complete|completed|finished)\b|\bwhat['’]?s left\b/i,
    "There is no list in this conversation that I could look at or change. Say all that is to be on it, with commas between.",
    true,
  ],
  [
    /^(?:please )?(?:add|append|insert|prepend)\b.{1,200}\bto\b/i,
    "I do not know what to add that to. Name the file, or make a list first.",
    true,
  ],
  [
    /\b(?:date|days?|weeks?|months?|tomorr?ow|yesterday|christmas|easter|birthday)\b/i,
    "I can tell the date and the time of now, and cannot count days.",
    true,
  ],
];
const FACTS = /^(?:who|whom|whose|what|what['’]?s|whats|when|where|which|why|how)\b/i;
const OWN = /\b(?:i|my|me|mine|we|our|it|that|this|you|your)\b/i;

/** Why this cannot be done; undefined when that is not clear, or an agent's tool is about such things. */
export function declineReason(text: string, isSaid: (stem: string) => boolean): string | undefined {
  const said = text.slice(0, 500);
  return REASONS.find(([pattern, , isOwn]) => {
    const [found] = pattern.exec(said) ?? [];
    return found !== undefined && (isOwn || !stemsOf(found).some(isSaid));
  })?.[1];
}

/** Whether it asks for something that is so in the world, and not for anything of this session. */
export function asksForFacts(text: string): boolean {
  const said = text.trim().slice(0, 500);
  return FACTS.test(said) && !OWN.test(said);
}

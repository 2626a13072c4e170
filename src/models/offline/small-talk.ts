import type { Tool } from "../../schema/tool.ts";
import { sayHelp } from "./say-help.ts";

const GREETING =
  /^(?:(?:hi|hello|hey|howdy|good\s+(?:morning|evening|afternoon|day)|greetings|hiya|yo)\b[\s,!.]*)+(?:there|everyone|assistant|how\s+are\s+you(?:\s+(?:doing|today))?)?[\s,!.?]*(?:how\s+are\s+you)?[\s!.?]*$/i;
const THANKS =
  /^(?:(?:ok|okay|great|cool|perfect|nice|awesome)\b[\s,!.]*)*(?:thanks|thank\s+you|thx|ty|cheers)\b[^?]{0,40}$/i;
const HELP =
  /^(?:(?:and|so|please)[\s,]+)*(?:help(?:\s+me)?|what\s+(?:can|do)\s+you\s+do|what\s+can\s+i\s+(?:do|ask)(?:\s+(?:you|here))?|what\s+are\s+you(?:\s+able\s+to\s+do)?|who\s+are\s+you)[\s!.?]*$/i;
const FAREWELL = /^(?:bye|goodbye|good\s+night|see\s+you|see\s+ya)\b[\s!.]*$/i;
const STOP =
  /^(?:(?:please|ok|okay|oh|no|actually|just)[\s,]+){0,3}(?:(?:stop|cancel|forget|leave|drop|skip|abort)(?:\s+(?:it|that|this|about\s+it|the\s+question))?|never\s*mind|no|nope|nothing|nvm|quit|not\s+now|no,?\s+thanks?(?:\s+you)?|let\s+it\s+be)(?:[\s,]+(?:please|thanks))?[\s!.]*$/i;
const REFUSED =
  /^(?:no\b[\s,.]*|please\s+)*(?:don['’]?t|do\s+not|dont)\s+(?:do|send|write|delete|save|run|bother|want|it|anything)\b/i;

/** The answer to a greeting, to thanks, to "what can you do?" and to a change of mind. */
export function smallTalk(text: string, tools: readonly Tool[]): string | undefined {
  const said = text.trim().slice(0, 200);
  if (GREETING.test(said)) return `Hello. ${sayHelp(tools)}`;
  if (HELP.test(said)) return sayHelp(tools);
  if (THANKS.test(said)) return "You are welcome.";
  if (FAREWELL.test(said)) return "Goodbye.";
  return isStop(said) ? "All right, I do nothing." : undefined;
}

/** Also "no, don't send it" and the like, as an answer to a question. */
export function isStop(text: string): boolean {
  const said = text.trim().slice(0, 200);
  return STOP.test(said) || (REFUSED.test(said) && said.split(/\s+/).length <= 6);
}

/** What a text does: asks for something to be done, asks something, tells something, or forbids. */
export type SpeechAct = "order" | "question" | "statement" | "refusal" | "explain";

const POLITE =
  /^(?:(?:hey|hi|hello|ok|okay|so|well|now|then|and|also|please|pls|plz|kindly|just|yes|alright|great|cool|thanks|assistant)\b[\s,!.]*)+/i;
const WISH =
  /^(?:(?:can|could|would|will)\s+(?:you|u)\s+(?:please\s+|kindly\s+|maybe\s+|just\s+)?(?:help\s+me\s+(?:to\s+)?)?|(?:i['’]?d|i\s+would)\s+(?:like|love)\s+(?:you\s+)?(?:to\s+)?|i\s+(?:want|need)\s+(?:you\s+)?(?:to\s+)?|let['’]?s\s+|go\s+ahead\s+and\s+|let\s+me\s+|i\s+have\s+to\s+)/i;
const REFUSAL =
  /\b(?:don['’]?t|do\s+not|dont|never|must\s+not|mustn['’]?t|should\s+not|shouldn['’]?t|cannot|no\s+need\s+to|please\s+not|stop|avoid|refrain|rather\s+not|instead\s+of|without)\b/i;
const EXPLAIN =
  /^(?:how\s+(?:do|can|could|would|should|to)\b\s*(?:i|we|one|you)?|how\s+(?:does|do|did)\b.*\bwork|what\s+(?:does|do)\b.*\bdo\b|what\s+(?:is|are)\s+an?\b|explain\b|describe\s+how\b|what\s+(?:would|will)\s+happen|what\s+happens)/i;
const QUESTION =
  /^(?:how|what|whats|what['’]s|why|when|where|wheres|where['’]s|who|whose|which|should|shall|did|do|does|is|are|was|were|am|has|have|had|may|might|must|if|would|could|can|will|any)\b/i;
const STATEMENT =
  /^(?:i|i['’](?:m|ve|ll)|im|ive|we|we['’](?:re|ve|ll)|he|she|they|it|it['’]s|you|someone|somebody|nobody|everyone|there)\b/i;
const TELLS =
  /\b(?:is|are|was|were|has|have|had|says?|said|seems?|looks?|went|did|does|got|wrote|should|told)\b/i;
const SUBJECT = /^(?:the|this|that|these|those|a|an|my|our|his|her|their)\b/i;

/** Text without greetings and polite openings: what is left begins with what is wanted. */
function withoutOpening(text: string): { readonly text: string; readonly wish: boolean } {
  const plain = text.trim().replace(POLITE, "");
  const wished = plain.replace(WISH, "");
  return { text: wished.replace(POLITE, ""), wish: wished !== plain };
}

/** Read outside of quotation marks: `masked` has blanks in their place. */
export function speechActOf(masked: string): SpeechAct {
  const { text, wish } = withoutOpening(masked);
  if (REFUSAL.test(masked)) return "refusal";
  if (EXPLAIN.test(text)) return "explain";
  if (wish) return "order";
  if (QUESTION.test(text)) return "question";
  if (STATEMENT.test(text)) return "statement";
  return SUBJECT.test(text) && TELLS.test(text) ? "statement" : "order";
}

/** The part of a text that forbids something, or leaves something out, when it is not all of the text. */
export function refusedPart(text: string): string | undefined {
  const plain = withoutOpening(text).text;
  const at = REFUSAL.exec(plain)?.index ?? 0;
  const isAll = at === 0 && !/[,;:]\s*\S|\b(?:but|only|instead)\s/i.test(plain);
  return isAll ? undefined : plain.slice(at);
}

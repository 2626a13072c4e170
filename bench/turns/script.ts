/** What is said in every turn, so that all contenders move and store the same text. */
export const SYSTEM = "You have one tool, which adds two numbers. Use it for every sum.";
export const TOOL = "add";
export const TOOL_DESCRIPTION = "Adds two numbers.";
export const CALL_INPUT = { a: 2, b: 3 };

export const QUESTION =
  "Please add up what we spent on both days of the trip, two on the first and three on the second, " +
  "and tell me in a sentence or two whether that is more than last time.";
export const ANSWER =
  "You spent two on the first day and three on the second, so five in all. Last time it was four, " +
  "so this trip cost one more than the last one. Most of the difference is from the second day; if " +
  "you want to know what it went to, send me the receipts and I will go through them with you.";

/** As people do who paste a page into their question. */
export const LONG_QUESTION = `${QUESTION}\n\n${"What the receipts say, line by line. ".repeat(60)}`;

export function textPerTurn(question: string): number {
  return Buffer.byteLength(
    question + JSON.stringify(CALL_INPUT) + JSON.stringify({ result: 5 }) + ANSWER,
  );
}

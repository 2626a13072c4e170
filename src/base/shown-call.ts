import { isJsonObject } from "./json.ts";

/** A call as a line shows it: the input that ran, and the answer that it ran under. */
export type ShownCall = {
  readonly input: unknown;
  /** A sentence for a person; empty where there is nothing to tell. */
  readonly note: string;
};

type Result = { readonly ran_with?: unknown; readonly answer?: unknown };

/** `result` is an outcome or a message of the wire. */
export function shownCall(written: unknown, result: Result = {}): ShownCall {
  return { input: result.ran_with ?? written, note: answerNote(result.answer) };
}

/** The same beside a result that is told by itself. The error of a denied call has the reason already. */
export function resultNotes(result: Result): string[] {
  if (isJsonObject(result.answer) && result.answer.type === "denied") return [];
  const { input, note } = shownCall(undefined, result);
  return [
    ...(note === "" ? [] : [note]),
    ...(input === undefined ? [] : [`It ran with: ${JSON.stringify(input)}`]),
  ];
}

export function answerNote(answer: unknown): string {
  return isJsonObject(answer) && typeof answer.says === "string" ? answer.says : "";
}

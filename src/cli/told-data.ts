import { answerNote } from "../base/shown-call.ts";
import type { JsonObject } from "../http/client/wire.ts";
import { shorten, shortJson } from "./shorten.ts";

const NOTE_LENGTH = 300;
const DATA_LENGTH = 120;

/** The data of an event or a record in one cell. An answer that a line has to tell stands first. */
export function toldData({ answer, ...data }: JsonObject): string {
  const note = answerNote(answer);
  if (note === "") return shortJson(answer === undefined ? data : { answer, ...data }, DATA_LENGTH);
  return `${shorten(note, NOTE_LENGTH)} ${shortJson(data, DATA_LENGTH)}`;
}

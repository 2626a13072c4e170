import { type Json, member } from "../api/json.ts";

/** The sentence that the server says of an approver's answer; empty where a call has none to tell. */
export function answerNote(answer: Json | undefined): string {
  const says = member(answer, "says");
  return typeof says === "string" ? says : "";
}

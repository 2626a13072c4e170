import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { ModelText } from "../../http/client/wire.ts";
import type { Io } from "../command.ts";
import { renderLines } from "../render-lines.ts";
import { createAnswerText } from "./answer-text.ts";
import type { Show } from "./follow-turn.ts";
import { eventLines } from "./show-event.ts";

/** A call may say ten times a second how far it has come. */
const PROGRESS_MS = 1_000;

function isModelText(data: JsonObject | ModelText): data is ModelText {
  return (data.type === "model.delta" || data.type === "model.written") && "text" in data;
}

/** Answers stream in; between them stands what the agent does. */
export function showToPerson(io: Io): Show {
  const answer = createAnswerText(io);
  let toldAt = Number.NEGATIVE_INFINITY;

  function showModelText({ type, text }: ModelText): void {
    if (type === "model.written") answer.become(text);
    else answer.piece(text);
  }

  return {
    event({ type }, data) {
      if (isModelText(data)) return showModelText(data);
      const inner = isJsonObject(data.data) ? data.data : {};
      if (type === "tool.progress") {
        if (io.now() - toldAt < PROGRESS_MS) return;
        toldAt = io.now();
      }
      if (type === "message.created" && inner.role === "assistant") {
        answer.store(String(inner.content ?? ""));
        return answer.end();
      }
      const lines = eventLines(type, inner);
      // What shows nothing does not tear an answer either.
      if (lines.length > 0) answer.end();
      for (const line of renderLines(lines, io)) io.out(line);
    },
    note(line) {
      answer.endLine();
      for (const one of renderLines([line], io)) io.out(one);
    },
    end: () => answer.end(),
  };
}

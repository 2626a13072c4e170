import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { ModelText } from "../../client/wire.ts";
import type { Client } from "../client.ts";
import type { Io } from "../command.ts";
import type { ServerEvent } from "../receive-events.ts";
import { visible } from "../visible.ts";
import { eventLines } from "./show-event.ts";

const ENDS: ReadonlySet<string> = new Set(["turn.completed", "turn.failed", "turn.waiting"]);
const RECONNECT_MS = 500;
const MAX_RECONNECTS = 20;

function isModelText(data: JsonObject | ModelText): data is ModelText {
  return (data.type === "model.delta" || data.type === "model.written") && "text" in data;
}

/** Shows what happens in a session, as it happens, and reconnects without missing anything. */
export function createFollower(client: Client, io: Io, sessionId: string, from: number) {
  let seen = from;
  let isMidLine = false;
  let wasStreamed = false;

  function endLine(): void {
    if (isMidLine) io.out("");
    isMidLine = false;
  }

  function show(event: ServerEvent, data: JsonObject): void {
    if (isModelText(data)) {
      const { text } = data;
      // All that was written before this connection: what is on the screen may lack a part of it.
      if (data.type === "model.written") endLine();
      // Line breaks are the model's to make; whatever else could move the cursor is not.
      io.write(text.split("\n").map(visible).join("\n"));
      isMidLine = !text.endsWith("\n");
      wasStreamed = true;
      return;
    }
    const inner = isJsonObject(data.data) ? data.data : {};
    endLine();
    for (const line of eventLines(event.type, inner, wasStreamed)) io.out(visible(line));
    if (event.type === "message.created") wasStreamed = false;
  }

  /** Until the turn ends or waits. */
  return async function followTurn(turn: number): Promise<void> {
    for (let attempt = 0; attempt < MAX_RECONNECTS; attempt++) {
      try {
        for await (const event of client.events(sessionId, String(seen))) {
          const data: unknown = JSON.parse(event.data);
          if (!isJsonObject(data)) continue;
          show(event, data);
          if (event.id !== undefined) seen = Number(event.id);
          if (ENDS.has(event.type) && Number(data.turn) >= turn) return endLine();
        }
      } catch (error) {
        if (attempt === MAX_RECONNECTS - 1) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  };
}

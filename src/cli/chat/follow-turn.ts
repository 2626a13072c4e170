import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { Client } from "../client.ts";
import type { Io } from "../command.ts";
import { path } from "../path.ts";
import type { ServerEvent } from "../receive-events.ts";
import { visible } from "../visible.ts";
import { eventLines } from "./show-event.ts";

const ENDS: ReadonlySet<string> = new Set(["turn.completed", "turn.failed", "turn.waiting"]);
const RECONNECT_MS = 500;
const MAX_RECONNECTS = 20;

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
    if (event.type === "model.delta") {
      const text = String(data.text ?? "");
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
        const stream = path`/v1/sessions/${sessionId}/events/stream`;
        for await (const event of client.events(stream, String(seen))) {
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

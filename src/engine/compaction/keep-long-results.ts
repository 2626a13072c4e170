import type { Message } from "../../schema/message.ts";
import type { Engine } from "../engine.ts";
import { LONG_RESULT, resultPath } from "./model-view.ts";

/** What a later turn is sent only the ends of lies in a file, to be read again. */
export async function keepLongResults(
  { filesOf, report }: Engine,
  results: readonly Message[],
): Promise<void> {
  for (const { content, sessionId, invocationId } of results) {
    if (content.length <= LONG_RESULT || invocationId === undefined) continue;
    try {
      await filesOf(sessionId).write(resultPath(invocationId), Buffer.from(content));
    } catch (error) {
      // The conversation still has it: a full file system is no reason to fail the turn.
      report(error);
    }
  }
}

import { isAsShown, type ShownQuestion } from "../base/is-as-shown.ts";
import type { Approval, Foreseen, InputRequest } from "../http/client/wire.ts";
import type { Client } from "./client.ts";
import { cardsOf } from "./field-rows.ts";

/** The question that a card would ask, seen before the card is chosen. */
export type ShownCard = Foreseen & ShownQuestion & { readonly choice: string };

/** Of the only card, where the person may answer its question; undefined where it would not ask. */
export async function foreseeCard(
  client: Client,
  sessionId: string,
  request: InputRequest,
): Promise<ShownCard | undefined> {
  const [card, ...others] = cardsOf(request);
  const [step, ...more] = card?.steps ?? [];
  if (!card || !step || others.length + more.length + card.missing.length > 0) return undefined;
  const { tool_id, inputs } = step;
  const body = { tool_id, inputs, session_id: sessionId };
  try {
    const { body: foreseen } = await client.request("POST /v1/approvals/preview", { body });
    const { effect, level } = foreseen;
    if (effect !== "ask" || level !== "user") return undefined;
    return { ...foreseen, tool_id, level, choice: card.value };
  } catch {
    // A key that may not approve is asked nothing, and still chooses.
    return undefined;
  }
}

/** Whether the only approval that waits is exactly what the person chose to run. */
export function isChosen(
  shown: ShownCard | undefined,
  [approval, ...others]: readonly Approval[],
): boolean {
  return shown !== undefined && approval !== undefined && others.length === 0
    ? isAsShown(approval, shown)
    : false;
}

import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonValue } from "../../src/base/json.ts";
import type { OfferOption } from "../../src/schema/offer.ts";
import type { ExpectedTurn } from "./first-conversations.ts";
import { openHome, type Turn } from "./home-agent.ts";
import type { Verdict } from "./score.ts";

export type ScoredTurn = {
  readonly asked: string;
  readonly verdict: Verdict;
  /** The last turn: after a card was chosen, the one that ran it. */
  readonly turn: Turn;
};

/** A conversation with the shipped agent. The person chooses the card that is meant, if there is one. */
export async function scoreConversation(
  expected: readonly ExpectedTurn[],
): Promise<readonly ScoredTurn[]> {
  const scored: ScoredTurn[] = [];
  const said: string[] = [];
  for (const wanted of expected) {
    const [asked] = wanted;
    said.push(asked);
    const turn = await lastTurn(said);
    const card = turn.offer.find((it) => isMeant(it, wanted));
    if (card) said.push(card.value);
    const after = card ? await lastTurn(said) : turn;
    scored.push({ asked, verdict: verdictOf(wanted, turn, card), turn: after });
  }
  return scored;
}

/** Effects happen on disk: each look at a conversation has a home of its own. */
async function lastTurn(said: readonly string[]): Promise<Turn> {
  const home = openHome();
  try {
    return (await home.talk(said)).at(-1) ?? { calls: [], text: "", offer: [] };
  } finally {
    home.remove();
  }
}

function verdictOf([, calls, says = ""]: ExpectedTurn, turn: Turn, card?: OfferOption): Verdict {
  if (turn.calls.length > 0) {
    const made = turn.calls.map(({ tool, input }) => [nameOf(tool), input]);
    return isDeepStrictEqual(made, calls) && turn.text.includes(says) ? "right" : "wrong";
  }
  if (card) return "card";
  if (turn.offer.length > 0) return "apart";
  return calls.length === 0 ? "right" : "declined";
}

/** Its first step is the first call that is meant, and no other value stands in its fields. */
function isMeant({ steps, missing }: OfferOption, [, calls]: ExpectedTurn): boolean {
  const [call] = calls;
  const [step] = steps;
  if (!call || !step || missing.length > 0) return false;
  const [tool, input] = call;
  return step.toolId.endsWith(`:${tool}`) && isPart(step.inputs, input);
}

function isPart(inputs: JsonValue, wanted: JsonValue): boolean {
  if (!isJsonObject(inputs) || !isJsonObject(wanted)) return false;
  return Object.entries(inputs).every(([name, value]) => isDeepStrictEqual(value, wanted[name]));
}

function nameOf(tool: string): string {
  return tool.replace(/^session /, "");
}

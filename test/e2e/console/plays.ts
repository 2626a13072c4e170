import type { JsonValue } from "../../../src/base/json.ts";
import type { Model, ModelQuestion } from "../../../src/models/model.ts";
import { createOfflineModel } from "../../../src/models/offline/offline-model.ts";
import type { OfferOption } from "../../../src/schema/offer.ts";

export type Step = {
  readonly text?: string;
  /** Written piece by piece; what stands between two pieces is waited for. */
  readonly pieces?: readonly (string | Promise<unknown>)[];
  readonly calls?: readonly { readonly name: string; readonly input: JsonValue }[];
  readonly questions?: readonly ModelQuestion[];
  readonly offer?: readonly OfferOption[];
};

/** What the model does after a message: each play belongs to the message that begins with its key. */
export type Plays = Readonly<Record<string, readonly Step[]>>;

/** A model that plays a part: which one, the last message of the user says. */
export function createPlayer(plays: Plays): Model {
  const known = Object.entries(plays);
  const offline = createOfflineModel();
  return {
    async respond(request) {
      // A chosen card runs as it does with the model that offers cards.
      if (request.chosen) return offline.respond(request);
      const { messages, onText } = request;
      const last = messages.findLastIndex(({ role }) => role === "user");
      const said = messages[last]?.content ?? "";
      const [, steps] = known.find(([key]) => said.startsWith(key)) ?? [];
      const done = messages.slice(last).filter(({ role }) => role === "assistant").length;
      const { text, pieces, calls, questions, offer } = steps?.[done] ?? { text: "Done." };
      let written = "";
      for (const piece of pieces ?? []) {
        if (typeof piece !== "string") {
          await piece;
          continue;
        }
        written += piece;
        onText?.(piece);
      }
      return {
        text: text ?? written,
        toolCalls: calls ?? [],
        ...(questions && { questions }),
        ...(offer && { offer }),
        usage: { inputTokens: 1_200, outputTokens: 80 },
      };
    },
  };
}

import type { JsonObject } from "../../src/base/json.ts";
import { ASSISTANT_REQUESTS } from "./assistant-requests.ts";
import { HOUSE_REQUESTS } from "./house-requests.ts";
import { OFFICE_REQUESTS } from "./office-requests.ts";
import type { AgentName } from "./tools.ts";

export type ExpectedCall = { readonly tool: string; readonly input: JsonObject };

export type OfflineRequest = {
  readonly agent: AgentName;
  readonly text: string;
  /** Calls in their order; none: it must be left alone, unless a field is to be asked for. */
  readonly calls: readonly ExpectedCall[];
  readonly ask?: string;
  /** Its failures were not looked at while the model was tuned, but for one wrong effect. */
  readonly unseen: boolean;
};

export function offlineRequests(): readonly OfflineRequest[] {
  return [
    ...readRows("assistant", ASSISTANT_REQUESTS),
    ...readRows("office", OFFICE_REQUESTS),
    ...readRows("house", HOUSE_REQUESTS),
  ];
}

function readRows(agent: AgentName, rows: string): OfflineRequest[] {
  return rows
    .trim()
    .split("\n")
    .map((row) => {
      const [text = "", ...expected] = row.split(" => ");
      const unseen = isUnseen(text);
      const [first = ""] = expected;
      if (first === "none") return { agent, text, calls: [], unseen };
      if (first.startsWith("ask ")) {
        return { agent, text, calls: [], ask: first.slice(4), unseen };
      }
      return { agent, text, calls: expected.map(readCall), unseen };
    });
}

function readCall(text: string): ExpectedCall {
  const space = text.indexOf(" ");
  return { tool: text.slice(0, space), input: JSON.parse(text.slice(space)) };
}

/** Half of the requests, by FNV-1a over the text: nobody chooses which. */
function isUnseen(text: string): boolean {
  let hash = 0x811c9dc5;
  for (const char of text) {
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return ((hash >>> 7) & 1) === 1;
}

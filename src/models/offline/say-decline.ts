import type { Tool } from "../../schema/tool.ts";
import { asksForFacts, declineReason } from "./decline-reasons.ts";
import { type Interpreting, parsesOf, type Understanding } from "./interpret.ts";
import { knownTools } from "./known-tools.ts";
import type { Reading } from "./reading.ts";
import { showExample } from "./say-example.ts";
import { exampleLines, sayHelp } from "./say-help.ts";
import { refusedPart } from "./speech-act.ts";

const UNSURE = "I did nothing: I am not sure what you want.";
const MOST_EXAMPLES = 4;
const LONGEST_PART = 80;

export type Declined = {
  readonly understood: Understanding;
  readonly reading: Reading;
  readonly tools: readonly Tool[];
  /** Of the catalog, and not of this agent. */
  readonly others: readonly Tool[];
  readonly interpreting: Interpreting;
};

/** Why nothing is done and what can be, or what a tool does for those who asked that. */
export function sayDecline(declined: Declined): string {
  const { understood, tools } = declined;
  if (understood.kind === "explain") {
    const { tool } = understood.parse.known;
    return `${tool.name}: ${tool.description.slice(0, 500)} You can ask: ${showExample(tool)}`;
  }
  if (understood.kind === "none" && understood.act === "refusal") {
    const part = refusedPart(declined.reading.text);
    if (part === undefined) return "All right, I do nothing.";
    return `I did nothing: I do not know what "${part.slice(0, LONGEST_PART)}" changes here. Say it in other words, or leave it out.`;
  }
  const shown = understood.kind === "none" && understood.act === "explain" && howTo(declined);
  if (shown) return shown;
  if (tools.length === 0) return sayHelp(tools);
  const reason = reasonOf(declined);
  if (reason !== undefined) return reason;
  const lines = exampleLines(tools, MOST_EXAMPLES);
  return [`${UNSURE} You can ask for example:`, ...lines].join("\n");
}

/** "how would I delete …": how to ask for it, and that nothing was done. */
function howTo({ reading, interpreting }: Declined): string | undefined {
  const { askable } = interpreting.all;
  for (const { stem } of reading.words) {
    const ways = askable
      .filter(({ verbs }) => verbs.has(stem))
      .map(({ tool }) => showExample(tool));
    const way = ways.find((it) => it.startsWith("`"));
    if (way !== undefined) return `I did nothing. This is how you can ask for it: ${way}`;
  }
  return undefined;
}

/** Why not, where that is clear: one plain sentence or two. */
function reasonOf({ reading, others, interpreting }: Declined): string | undefined {
  const elsewhere = toolElsewhere(reading, others, interpreting);
  if (elsewhere) {
    const { capabilityId, name, description } = elsewhere;
    return `This agent cannot do that: it has no such tool. ${name} of the capability \`${capabilityId}\` can (${description.slice(0, 200)}): give the agent that capability to ask for it.`;
  }
  const { text } = reading;
  const reason = declineReason(text, interpreting.all.isSaid);
  if (reason !== undefined) return reason;
  if (!asksForFacts(text)) return undefined;
  const search = others.find(({ name }) => name === "web_search");
  const where =
    search && ` Web search exists as \`${search.capabilityId}\`; this agent does not have it.`;
  return `I do not know: I know nothing but what this agent's tools tell me.${where ?? ""}`;
}

/** A tool of the catalog that is asked for in words like its own. */
function toolElsewhere(
  reading: Reading,
  others: readonly Tool[],
  { matches, recalled }: Interpreting,
): Tool | undefined {
  if (others.length === 0) return undefined;
  const [best] = parsesOf(reading, {
    all: knownTools(others),
    hasBefore: false,
    matches,
    recalled,
  });
  if (!best?.isOwned || best.unexplained.length > 1 || best.evidence < 0.6) return undefined;
  const isFilled = best.filled.every(({ fit }) => fit >= 0.6);
  return isFilled && best.likeness >= 0.5 ? best.known.tool : undefined;
}

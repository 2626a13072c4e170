import type { JsonObject } from "../../base/json.ts";
import type { Tool } from "../../schema/tool.ts";
import type { Plan } from "./complete-calls.ts";
import { speechActOf } from "./speech-act.ts";
import { isValidInput } from "./valid-input.ts";

type Question = readonly [tool: string, pattern: RegExp, input?: (text: string) => JsonObject];

/** What people ask of the machine, whichever words they have for it. */
const QUESTIONS: readonly Question[] = [
  [
    "get_process_list",
    /\b(?:programs?|apps?|applications?|process(?:es)?|software)\b.*\b(?:running|open|using|uses?|eat(?:s|ing)?|tak(?:es?|ing)|hogs?|hogging|slow(?:s|ing)?|active|most)\b|\b(?:what|who|which)\b.*\b(?:using|uses|eating|eats|hogging|taking)\b.*\b(?:memory|ram|cpu|processor)\b|\b(?:running|open)\s+(?:programs?|apps?|applications?|process(?:es)?)\b/i,
    (text) =>
      /\b(?:memory|ram)\b/i.test(text)
        ? { sort: "memory" }
        : /\b(?:cpu|processor|slow)/i.test(text)
          ? { sort: "cpu" }
          : {},
  ],
  [
    "get_disk_usage",
    /\b(?:space|room|storage|gigabytes?|gb)\b.*\b(?:left|free|available|remaining|used)\b|\b(?:free|available)\s+(?:disk\s+)?(?:space|storage)\b|\b(?:disk|drive|hard\s*drive|ssd|storage)\b.*\b(?:full|free|left|used|usage)\b|\bhow\s+full\b/i,
  ],
  [
    "get_hardware_profile",
    /\b(?:what|which|how\s+many|how\s+fast)\b.*\b(?:cpu|processor|cores?|gpu|graphics\s+card|hardware)\b/i,
  ],
  [
    "get_system_info",
    /\bhow\s+much\s+(?:memory|ram)\b|\b(?:operating\s+system|linux\s+version|os\s+version|uptime|hostname)\b|\b(?:what|which)\s+(?:os|system|kernel)\b|\bhow\s+long\b.*\b(?:computer|machine|system|pc|laptop)\b.*\b(?:on|up|running)\b|\b(?:name\s+of\s+(?:this|my)\s+(?:computer|machine))\b/i,
  ],
];

/** A question about the machine, where there is a tool that only looks. */
export function askSystem(text: string, tools: readonly Tool[]): Plan | undefined {
  const act = speechActOf(text);
  if (text.length > 200 || act === "refusal" || act === "explain" || /["“”]/.test(text)) {
    return undefined;
  }
  if (act === "order" && !/\b(?:show|list|tell|check|give|see|display)\b/i.test(text)) {
    return undefined;
  }
  for (const [name, pattern, inputOf] of QUESTIONS) {
    const tool = tools.find((it) => it.name === name && it.sourceType === "agent");
    if (!tool?.behaviour.readOnly || !pattern.test(text)) continue;
    const wanted = inputOf?.(text) ?? {};
    const input = isValidInput(tool, wanted) ? wanted : {};
    return { calls: [{ tool, input, carried: [] }] };
  }
  return undefined;
}

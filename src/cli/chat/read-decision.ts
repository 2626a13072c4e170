type Decision = { readonly verb: "run" | "deny" | "show" | "later"; readonly reason?: string };

const WORDS: ReadonlyMap<string, Decision["verb"]> = new Map([
  ["r", "run"],
  ["run", "run"],
  ["s", "show"],
  ["show", "show"],
  ["l", "later"],
  ["later", "later"],
]);

/** What was typed about a call. Only the word itself runs anything: "really?" does not. */
export function readDecision(line: string): Decision | undefined {
  const text = line.trim();
  const verb = WORDS.get(text.toLowerCase());
  if (verb) return { verb };
  const [denied, reason = ""] = /^d(?:eny)?(?:[\s:,]+(.*))?$/i.exec(text) ?? [];
  if (denied === undefined) return undefined;
  return { verb: "deny", ...(reason && { reason }) };
}

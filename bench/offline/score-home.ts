import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Home, type HomeFile, openHome, type Turn } from "./home-agent.ts";
import type { Verdict } from "./score.ts";

const FOLDERS = ["Downloads", "Documents", "Pictures", "Desktop", "Music"];
const CHANGES = /^(?:session )?(?:move|copy|rename|delete|write|edit|organise|bulk)/;

export type ScoredHome = {
  readonly said: string;
  readonly right: string;
  readonly verdict: Verdict;
  readonly turn: Turn;
};

/**
 * One conversation in a home folder of its own. The person chooses the card that leads to the right
 * end, if one of the cards does.
 */
export async function scoreHome(
  said: string,
  right: string,
  files: readonly HomeFile[],
): Promise<ScoredHome> {
  const messages = said.split("|").map((part) => part.trim());
  const first = await tryAll(messages, right, files);
  const scored = (verdict: Verdict) => ({ said, right, verdict, turn: first.turn });
  if (first.isRight) return scored("right");
  const { offer, calls } = first.turn;
  if (calls.length > 0) return scored("wrong");
  for (const { value, unplaced } of offer) {
    const chosen = await tryAll([...messages, value], right, files);
    if (chosen.isRight) return scored("card");
    // A card that waits for a field is right where it is the tool and has nothing wrong in it.
    const isOpen = chosen.turn.offer.length > 0 || unplaced.length > 0;
    if (isOpen && isOfTool(offer, value, right)) return scored("card");
  }
  return scored(offer.length > 0 ? "apart" : "declined");
}

const VERBS: readonly (readonly [sign: RegExp, tools: RegExp])[] = [
  [/^- .* \+ /, /:(?:move|rename|organise|bulk)/],
  [/^\+ /, /:(?:copy|write)/],
  [/^- /, /:delete/],
  [/^= /, /:(?:list|search|read|grep|stat|get|find|disk)/],
  [/^\? /, /./],
];

function isOfTool(offer: Turn["offer"], value: string, right: string): boolean {
  const option = offer.find((it) => it.value === value);
  const tool = right.startsWith("@ ")
    ? new RegExp(`:${right.slice(2).split(" ")[0]}$`)
    : VERBS.find(([sign]) => sign.test(right))?.[1];
  return tool !== undefined && option?.steps.some(({ toolId }) => tool.test(toolId)) === true;
}

async function tryAll(messages: readonly string[], right: string, files: readonly HomeFile[]) {
  const home = openHome(files, FOLDERS);
  try {
    const before = look(home);
    const turns = await home.talk(messages);
    const after = look(home);
    const gone = before.filter((path) => !after.includes(path)).map((path) => `- ${path}`);
    const made = after.filter((path) => !before.includes(path)).map((path) => `+ ${path}`);
    const changed = [...gone, ...made].sort().join(" ");
    const last = turns.at(-1) ?? { calls: [], text: "", offer: [] };
    const text = last.text.replaceAll(home.path, "~");
    const calls = turns.flatMap((turn) => turn.calls);
    return { turn: { ...last, text }, isRight: isAsWanted(right, changed, text, calls, last) };
  } finally {
    home.remove();
  }
}

function isAsWanted(
  right: string,
  changed: string,
  text: string,
  calls: Turn["calls"],
  last: Turn,
): boolean {
  const call = calls.at(-1);
  return right.split(/\|(?=[-+?=@~])/).some((way) => {
    const [sign = "", rest = ""] = [way[0], way.slice(1).trim()];
    if (sign === "-" || sign === "+") return changed === effectsIn(way).join(" ");
    if (sign === "@") {
      const [, tool = "", input = ""] = /^(\S+)\s*(.*)$/.exec(rest) ?? [];
      const given = JSON.stringify(call?.input ?? {}).replaceAll("\\n", "\n");
      return new RegExp(`${tool}$`).test(call?.tool ?? "") && new RegExp(input).test(given);
    }
    if (changed !== "") return false;
    if (sign === "?") return last.offer.length > 0;
    if (sign === "~") return !calls.some(({ tool }) => CHANGES.test(tool)) && calls.length === 0;
    return rest
      .split(" ; ")
      .every((part) =>
        part.startsWith("!") ? !new RegExp(part.slice(1)).test(text) : new RegExp(part).test(text),
      );
  });
}

function effectsIn(way: string): string[] {
  return way
    .split(/\s(?=[-+]\s)/)
    .map((part) => part.trim())
    .sort();
}

function look({ path }: Home): string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.startsWith(".") && statSync(join(path, name)).isFile())
    .sort();
}

import { around, type Candidate, type Search } from "./candidate.ts";
import type { Field } from "./field.ts";
import { isSimilar } from "./similar-words.ts";

const ON = new Set(["on", "enable", "enabled", "yes"]);
const OFF = new Set(["off", "disable", "disabled"]);
const SWITCHES = new Set(["on", "enabl", "activ", "state", "power"]);
const NO = new Set(["not", "no", "non", "without", "never", "dont"]);
/** Parts of a flag's name that nobody says. */
const AUXILIARY = new Set(["as", "is", "has", "be", "should", "with", "use", "includ", "enabl"]);

/** A flag is set when the text says its whole name, and unset when it says so with "not". */
export function flagCandidates(field: Field, { reading }: Search): Candidate[] {
  const isSwitch = field.nameStems.some((stem) => SWITCHES.has(stem));
  const name = field.nameStems.filter((stem) => !AUXILIARY.has(stem));
  const isSaid = (part: string, stem: string) => part === stem || isSimilar(part, stem);
  const isNamed =
    name.length > 0 && name.every((part) => reading.words.some(({ stem }) => isSaid(part, stem)));
  return reading.words.flatMap(({ plain, stem, start, end }) => {
    const at = { field, start, end, fit: 0.5 };
    if (isSwitch && (ON.has(plain) || OFF.has(plain))) return [{ ...at, value: ON.has(plain) }];
    if (!isNamed || !isSaid(name.at(-1) ?? "", stem)) return [];
    const [before] = around(reading, start, end).before;
    return [{ ...at, value: !(before && NO.has(before.plain)) }];
  });
}

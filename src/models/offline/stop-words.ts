import { stem } from "./stem.ts";

/** Words that ask, bind or are polite: they neither tell one tool from another nor need a reason. */
export const STOP_WORDS: ReadonlySet<string> = stems(`
  a about again all already also always am an and any anybody anyone anything are as asap at be been being both
  but by can cant cannot could couldnt currently did didnt display do does doesnt doing done dont down each else
  every for from get give gonna got had has have having he hello her here hers hey hi him his how i
  id if ill im in inside into is isnt it its ive just kindly let lets like little lot many maybe me might
  mine moment more most much must my need now of ok okay on one onto or our ours out over own please pls
  plz quick quickly really right rn see shall she should show so some somebody someone something such tell than
  thank thanks that thats the their theirs them then there theres these they thing this those to too
  today tonight u up us very via wanna want wanted was we well were what whats when whens where wheres
  which while who whom whos whose why will with within without would yet you your yours yes
  calculate called compute figure named phrase titled word work : = - / kind sort thx cheers already`);

/** Words that name no one and nothing: a value is never made of these alone. */
export const DETERMINERS: ReadonlySet<string> = new Set(
  "the a an my our your his her their some all".split(" "),
);

/** Words that announce a text or a name, and are no part of one. */
export const ANNOUNCERS: ReadonlySet<string> = new Set(
  "called named titled entitled saying says".split(" "),
);

/** Words that stand for what was said before. */
export const PRONOUNS: ReadonlySet<string> = new Set(
  "it that this them those these there something anything someone somebody me us you him her".split(
    " ",
  ),
);

function stems(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/).map(stem));
}

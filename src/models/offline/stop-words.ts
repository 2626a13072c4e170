import { stem } from "../../base/stem.ts";

/** Words that ask, bind or are polite: they neither tell one tool from another nor need a reason. */
export const STOP_WORDS: ReadonlySet<string> = stems(`
  a about again all also always am an and any anybody anyone anything are as asap at be been being both by
  calculate called can cannot cant cheers compute could couldnt currently did didnt display do does doesnt doing
  done dont down every figure for from get give gonna got had has have having he hello her here hers hey hi him
  his how i id ill im in inside into is isnt it its ive just kind kindly let lets like little lot many maybe me
  might mine moment much must my named need now of ok okay on one onto our ours out over own phrase please pls plz
  quick quickly really right rn see shall she should show so some somebody someone something sort such tell thank
  thanks that thats the their theirs them then there theres these they thing this those thx titled to today
  tonight too u up us very via wanna want wanted was we well were what whats when whens where wheres which while
  who whom whos whose why will with within word work would yes yet you your yours - / : =`);

/** Words that name no one and nothing: a value is never made of these alone. */
export const DETERMINERS: ReadonlySet<string> = new Set(
  "the a an my our your his her their some all".split(" "),
);

/** Words that stand for what was said before. */
export const REFERENCES: ReadonlySet<string> = new Set(
  "it that this them those these there me us you him her".split(" "),
);

/** Words that announce a text or a name, and are no part of one. */
export const ANNOUNCERS: ReadonlySet<string> = new Set(
  "called named titled entitled saying says containing word words phrase".split(" "),
);

/** Words behind which something else begins. */
export const BREAKS: ReadonlySet<string> = new Set(
  "to in into as at on for from with by and that saying about under then :".split(" "),
);

function stems(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/).map(stem));
}

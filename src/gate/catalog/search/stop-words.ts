/** Words that ask, bind or are polite, and do not tell one tool from another. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about again also am an and any anybody anyone anything are as at be been being both but by can
  cannot could couldnt did didnt do does doesnt doing done dont each else every for from had has have
  having he hello her here hers hey hi him his how i id if ill im in into is isnt it its ive just
  kindly let lets like me might mine more most much must my need of on one or our ours out over
  please really shall she should so some somebody someone something such tell than thank thanks that
  thats the their theirs them then there theres these they this those to too us very via want wanted
  was we were what whats when whens where wheres which while who whom whos whose why will with within
  without would you your yours`.split(/\s+/),
);

/**
 * Words that turn round or limit what is meant. Where no rule has read one of these, something else is meant
 * than the rest says; and none of them is part of a name that is looked for.
 */
export const LIMITING_WORDS: ReadonlySet<string> = new Set(
  `not isnt arent wasnt werent dont doesnt havent hasnt never no none nor neither other than last week month today
  yesterday more most few several various between half or lines pages but if unless instead rather except without
  whether per each only just also still some his her their your whose above ever already yet date dated type types kind
  kinds sort contain contains containing content contents version`.split(/\s+/),
);
